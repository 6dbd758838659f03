"""More findings of security as reviewers word them."""

from typing import Final

EXAMPLES: Final = """
mass-assignment
  Mass assignment of the admin attribute. permit! takes every parameter.
  User.update(req.body) — sending isAdmin: true makes one an admin. Pick the permitted fields.
  $guarded = [] on the Account model. Use $fillable.
  @ModelAttribute binds straight onto the JPA entity. A customer may set `creditLimit` through a hidden field; use a
    form object.
  Over-posting in EditProfile: the entity is the action's parameter. Introduce a view model or [Bind].
  fields = '__all__' in the serializer. balance and owner become writable.
  params.permit! in PlayersController. Coins can be given to oneself.
  Object.assign(order, payload) overwrites price and status as the client pleases.
  json.Unmarshal into the database struct. `role` has a json tag, so callers may send it; decode into a request type.
  CWE-915.
  A patient can change the doctor responsible for him: the whole row is spread from the form.
  The PATCH handler copies each key of the document onto the meter, including its calibration and its tenant. List
    what may change.
  {...existing, ...input} before save lets the browser rewrite createdBy.
  Device registration stores all attributes it receives. A device may thus declare itself certified.
  #[serde(flatten)] extra: HashMap goes unfiltered into UPDATE. Only name and phone are meant to be editable.
  setattr(user, k, v) for every item in request.json. is_staff is an item like any other.
  The update handler copies all properties of the request body onto the entity. By adding a field a customer can give
    themselves another role or change the balance; accept only the attributes meant to be edited.
jwt-validation
  jwt.decode(token, options={"verify_signature": False}). Anyone may write their own claims.
  Algorithm is taken from the token's header. alg=none or HS256 with our public key gets through; fix it to RS256.
  Expiry is not checked. A token from last year still opens the till.
  jsonwebtoken.decode instead of verify. The former only parses.
  Audience ignored: tokens for the newsletter service are good for payments as well.
  ValidateLifetime = false, ValidateIssuer = false. What remains is hardly validation.
  The middleware reads the payload by splitting at dots and base64. No signature was ever looked at.
  Issuer not compared. Any tenant of the identity provider can log in to the hospital system.
  Validation::insecure_disable_signature_validation in the Rust gateway; found by grep, no test covers it.
  ParseUnverified in Go handler for smart meter sessions. Use Parse with a key function that rejects unexpected
    methods.
  The `kid` header is used as a file name for the key. A caller may choose which file, and thereby the key.
  JWT.decode(token, nil, false) in Ruby. Turn verification on and pass algorithms.
  ID token accepted as access token. Check `typ` and `aud`.
  nbf and exp have a leeway of a day. Sixty seconds suffice.
  HS256 with a four-letter secret. It is guessed offline in no time.
  Google sign-in on Android sends the mail address, not the ID token, to the server, which believes it. Verify the
    token there.
  The service decodes the token without checking its signature, since the gateway is said to have done so. The port
    can however be reached from within the cluster, where anyone may present made-up claims.
xxe
  External entities are resolved. XXE reads local files.
  DocumentBuilderFactory with defaults reads the supplier's order. Set disallow-doctype-decl.
  XMLReader resolves entities in DICOM sidecar files. &x; can pull in /etc/passwd.
  simplexml_load_string with LIBXML_NOENT. Leave the flag away.
  CWE-611, lxml.etree.parse(resolve_entities=True).
  Uploading an .xlsx with a doctored sheet lets outsiders read files of our server. The parser inside the importer
    follows DTDs.
  Billion laughs: nested entities in the e-invoice exhaust memory. Use defusedxml.
  XmlDocument.XmlResolver is set to a fresh XmlUrlResolver. Use null.
  SAML responses are parsed with external entities on. Before any signature has been checked!
  Nokogiri::XML(body) { |c| c.noent } in the SOAP endpoint of the bank transfer. Drop noent.
  SAXParserFactory without secure processing.
  SVG icons of mods run through a parser that loads foreign DTDs, so the game's server calls hosts that a player
    names.
  libxml2 xmlReadMemory with XML_PARSE_DTDLOAD | XML_PARSE_NOENT in the meter gateway. Both flags should go.
  TransformerFactory may fetch stylesheets from anywhere. ACCESS_EXTERNAL_STYLESHEET should be empty.
  Entities that point to internal addresses are fetched when a customer sends a UBL document. Forbid document type
    declarations altogether.
  XMLInputFactory: IS_SUPPORTING_EXTERNAL_ENTITIES is left true. Kotlin import of tariffs.
  The XML parser for incoming orders is used with its default settings, which resolve external entities. A partner
    could read local files or make the server contact other hosts.
runs-as-root
  Container runs as root. Add a USER line.
  Dockerfile lacks USER. Processes have uid 0 inside.
  securityContext.privileged: true for a web shop. Drop it, and set runAsNonRoot.
  A break-out from the renderer would own the node, for it works with all rights. Add an unprivileged account.
  hadolint DL3002: last user should not be root.
  systemd unit of the energy collector has no User=. It opens serial ports only, the dialout group is enough.
  The whole daemon keeps root after binding port 80. Drop privileges with setuid, or give it CAP_NET_BIND_SERVICE.
  allowPrivilegeEscalation isn't set to false, capabilities are not dropped. Our cluster policy will reject the pod
    some day.
  Cron job for backups executes as superuser. It just reads one directory.
  Kiosk app starts as Administrator so that it may write its log file. Change the folder instead.
  docker.sock is mounted into the CI container. That's equal to root on the host.
  chown then USER node, please. npm start is run by root in the present image.
  Game server binary is launched with sudo from screen. One bug in the packet parser and the machine is somebody
    else's.
  Container of the lab interface uses the image's standard user, i.e. the mighty one.
  Checkov CKV_K8S_40, CKV_K8S_23: containers should run with a high, non-root UID.
  Firmware update agent executes third party scripts with full rights. Sandbox it.
  The image does not switch to another user, so the application has all rights inside the container. A flaw in the
    application would make leaving the container considerably easier.
public-exposure
  Bucket is publicly readable. Customer exports can be listed by anybody.
  Database port reachable from the whole internet. Restrict the group.
  acl = "public-read" on the bucket of X-rays. Whoever finds its name can leaf through them.
  0.0.0.0/0 on port 5432. Limit ingress to the application's group.
  Redis bound to all interfaces without a password. Scanners find it in minutes.
  Firebase rules: `".read": true`. All players' chats are open.
  Elasticsearch dashboard reachable from outside. Put it behind the VPN.
  Actuator endpoints are exposed. /actuator/heapdump holds credentials.
  publicly_accessible = true for RDS.
  Blob container has anonymous access; payslips can be fetched without a login.
  The MQTT broker listens on 1883 towards the internet. Meters only need 8883 with client certificates.
  kubectl proxy as LoadBalancer service. The admin panel ought to be ClusterIP.
  .git folder is served by nginx. The complete source can be downloaded.
  docker-compose publishes "27017:27017", which bypasses ufw. Bind to 127.0.0.1.
  Anyone with the link prefix may list customer exports in the storage account. Take away the list right.
  tfsec aws-ec2-no-public-ingress-sgr: security group rule allows ingress from public internet (SSH).
  Camera streams of the warehouse can be watched by the world. RTSP is forwarded by the router without authentication.
  phpMyAdmin sits on the shop's domain.
  The security group opens the database port to all addresses. Only the application servers need to connect, and login
    attempts from all over the world already fill the log.
timing-compare
  Signature compared with ==. Timing reveals the prefix; use a constant time comparison.
  hmac == expected. Use hmac.compare_digest.
  String.equals on the API key stops at the first difference. MessageDigest.isEqual doesn't.
  CWE-208 observable timing discrepancy, token check uses `===`.
  strcmp for the unlock code of the meter. The time until rejection tells how many digits were right.
  if (sig !== computed) return 401. crypto.timingSafeEqual on equal-length buffers.
  bytes.Equal on MACs; subtle.ConstantTimeCompare is what you want.
  One could find the webhook secret letter by letter by measuring. Rack::Utils.secure_compare.
  hash_equals() exists for this purpose, here it's a plain ==. With PHP's loose comparison '0e12' even equals '0e34'.
  memcmp over the session tag. Take sodium_memcmp.
  SequenceEqual on signature bytes ends early. CryptographicOperations.FixedTimeEquals.
  Bearer token looked up by `filter(token=…)` and compared in the application by ordinary equality. Hash it before
    comparing.
  derive(PartialEq) for the secret type makes comparison variable-time. The subtle crate gives ct_eq.
  Byte-wise loop with early return in the PIN check of the card reader.
  Response time leaks the prefix of the licence key. Negligible over the internet perhaps, but on the local network it
    is measurable.
  Kotlin `==` on two HMAC strings in the payment callback.
  The API key is compared with the usual string operator, which returns at the first differing character. Response
    times therefore reveal how much of a guess is right; use the comparison the crypto library offers.
link-lifetime
  Reset links stay usable for ever. The record has no expiry and survives its use.
  Sign-in link by mail can be used many times, for weeks. It should end with its first use or after fifteen minutes.
  Invitation link never runs out. Old mails still open an account.
  Share links of medical reports work for years. A day is plenty.
  Presigned URL with Expires=604800. Whoever forwards the mail gives the file away for a week.
  signed_id without expires_in.
  The magic login link can be used again after its first use. Burn it.
  Verification mails from 2019 still activate. Store when they were sent and refuse after 24 hours.
  generateDownloadUrl(…, 10, TimeUnit.DAYS) for payslips; minutes would do.
  SAS token in the C# exporter runs until 2030.
  Ticket link of a concert remains open after the event. Make it end with the event.
  Old invitation to the guild still lets kicked members in again. Let it run out, and allow revoking.
  URL::signedRoute is used where temporarySignedRoute was meant.
  Delivery tracking pages by secret link show name and address for ever. Close them two weeks after the parcel has
    arrived.
  Password reset key has no timestamp and isn't deleted on use. An old mailbox gives the account away.
  Once created, the guest link to the camera stream cannot be withdrawn and never ends.
  max_age isn't passed to signer.unsign, so unsubscribe and login links live on.
  Anyone who finds the link in their browser history half a year later can still sign the contract.
  The download links in the invoice mails never expire and need no login. Mails get forwarded, so these documents
    remain open to people who should no longer see them; limit them to a few days.
token-lifetime
  Sessions stay valid after a password change. Old tokens must be revoked.
  Access tokens are issued for a year. Use minutes and refresh tokens.
  expiresIn: '365d'. Make it fifteen minutes and add refresh.
  Logout only deletes the cookie. The token itself goes on working.
  No exp claim at all in what the gateway hands to sensors. A stolen one is good forever.
  Dismissed employees remain signed in on their phones. Revoke on deactivation.
  Sessions have no idle limit; the ward's shared PC stays open to whoever comes next.
  Refresh tokens are not rotated. A copied one can be used in parallel unnoticed.
  SESSION_COOKIE_AGE = 10 years.
  API keys never expire and there's no page on which to revoke them.
  After changing the password all other devices stay logged in. Invalidate their sessions.
  gc_maxlifetime of 30 days for online banking. Regulators expect five minutes of inactivity.
  SlidingExpiration without an absolute cap. A session that is touched daily lives for years.
  Personal access tokens for the build server have no end. Ask for one when they are created.
  Blocked players can still join matches for up to a month since nobody asks whether their token was withdrawn.
  TOKEN_TTL = Duration::MAX in the device auth crate.
  OAuth grant isn't revoked with the provider when the account is unlinked.
  Access tokens are valid for ninety days and cannot be withdrawn. After a lost phone is reported, its app continues
    to work for up to three months.
webhook-signature
  Payment notification is believed without looking at its signature. Anybody can post a paid event.
  Channel manager callbacks are not authenticated by their HMAC. Forged cancellations get through.
  Door lock events: signature header never verified. The shared secret is configured and unused.
  Stripe-Signature header isn't looked at. A forged `invoice.paid` ships goods for nothing. Use constructEvent.
  Anybody who knows the address may tell us that a payment succeeded.
  X-Hub-Signature-256 unused.
  The callback of the lab is accepted without proof of where it came from. False results could be posted.
  PayPal IPN isn't posted back for confirmation. The spec requires it.
  JSON is parsed and re-serialised before the HMAC is computed. The check therefore failed and somebody commented it
    out.
  No verification of the Twilio request: fake SMS answers can cancel appointments.
  Signature is compared only if the header is present. Leave it off and you are in.
  Timestamp in the signed payload isn't compared with the clock. Old notifications can be replayed.
  GitHub hook triggers deploys; its secret stands in the settings but never gets used.
  /hooks/energy-market trusts the sender's IP header. Use the shared key that the exchange provides.
  Slack slash commands are executed without checking v0 signing. Everyone can reboot the servers.
  Spring controller for Adyen notifications lacks HMAC validation, it just maps the DTO and books it.
  The parcel carrier's push is unauthenticated. Somebody could mark parcels as delivered.
  Verify before use: process_event runs on line 8, the check of its origin on line 21.
  The payment callback changes the order's state without verifying that the message comes from the provider. Anyone
    who guesses an order number can mark it as paid.
account-enumeration
  Wrong mail and wrong password give different answers. Accounts can be listed.
  'This address is not registered' on the reset page. Say the same in both cases.
  Sign-up reveals whether someone is a customer of the clinic. That alone is sensitive.
  404 for unknown users, 401 for wrong passwords.
  User lookup takes 2 ms, bcrypt 200. The response time tells existing accounts; hash a dummy.
  CWE-204 observable response discrepancy.
  GET /api/users/exists?email= is public. Spammers can validate their lists with it.
  A friend search by phone number has no bounds, so all numbers of a town can be tried for an account.
  Error text distinguishes locked from unknown. Use one neutral sentence.
  Login of the bank says 'wrong PIN' for valid customer numbers only. Attackers collect valid numbers that way.
  UsernameNotFoundException is shown instead of BadCredentials. hideUserNotFoundExceptions was set to false.
  Devise paranoid mode is off.
  The forgotten-password form mails and says 'sent' only if there is such a player. Always answer 'if an account
    exists …'.
  Invite dialog autocompletes mail addresses of other tenants.
  Registration returns 409 for a taken mail. Accept it silently and notify the owner by mail.
  One can find out which politicians use the dating app by trying their addresses on the password page.
  The password reset form answers differently depending on whether the address is known. This allows checking long
    lists of addresses for customers; give the same answer and do the rest by mail.
client-storage
  localStorage.setItem('jwt', …). Any script on the page reads it; use an httpOnly cookie.
  Refresh token kept in sessionStorage. XSS would mean lasting takeover.
  SharedPreferences hold the bank PIN in plain. Use the Keystore.
  Access token in UserDefaults. It belongs into the Keychain.
  redux-persist writes the whole auth slice to disk, tokens inclusive. Blacklist it.
  AsyncStorage isn't encrypted. expo-secure-store is.
  Patient record cached in IndexedDB and left there after logout. On the shared ward PC the next one can open it.
  document.cookie = `token=…` from JavaScript, so it can't be HttpOnly.
  Credentials of the till in a file beside the Electron app; safeStorage would protect it.
  Vuex state with the API secret is mirrored into local storage by a plug-in.
  A single injected ad script could carry off every player's login, since it lies where any script gets at it.
  Firebase custom token remains in window.__STATE__.
  Session key is put on the window object for the chat widget's convenience. Third-party code reads it.
  Move the bearer out of web storage. Keep it in memory and refresh by cookie.
  PlayerPrefs in Unity keep the account token in the registry as plain text.
  The login response is stored in localStorage, access and refresh token alike. Every script on the page, third-party
    ones included, can read them there; prefer a cookie that scripts cannot see.
secrets-in-urls
  ?api_key= in the request line. Proxies log it.
  The password goes along as a GET parameter. It stays in the history and in the Referer.
  https://user:pass@host in the clone command. Shows in ps and in CI output.
  Session id in the path after ;jsessionid=. Switch URL rewriting off.
  Map tiles are loaded with the account's token in the query. Every analytics script sees it.
  OAuth implicit flow returns the access token in the fragment. Use code with PKCE.
  Websocket connects with wss://…/?jwt=…. Load balancers write that into access logs; send it in the first message.
  Social security number is part of the link to the file. Bookmarks and mail keep it.
  CWE-598.
  Reset form submits by GET: the new password is in the server's log.
  Use Authorization instead of access_token= when calling the meter API.
  Weather client puts the key into the address, and failing calls print the address. So it lands in Sentry.
  Card number in the redirect to the thank-you page.
  An external image on the page with the invitation code in its address receives the code by Referer. POST it instead.
  The Go client adds &secret= to the string; net/http errors include the entire URL.
  The client passes its API key as a query parameter. Addresses are written to access logs, kept in browser history
    and sent on as a referrer, so the key will leak; use the Authorization header.
plain-http
  Arbitrary loads are allowed. App Transport Security is switched off for all hosts.
  http:// for the payment callback. Use https.
  Meter readings travel by MQTT on 1883, readable for all on the way. TLS, please.
  usesCleartextTraffic="true" in the manifest.
  Login form posts to an unencrypted address. Coffee shop Wi-Fi suffices to read along.
  Service talks to Postgres with sslmode=disable across data centres.
  LDAP bind on port 389 sends the staff's passwords in clear. Take LDAPS.
  FTP upload of salary files to the bank. SFTP is on offer.
  The load balancer has no redirect from 80. Customers who type the name stay on the unsafe side.
  grpc.WithInsecure() between the billing services. Mutual TLS is in the mesh already, it just has to be used.
  SMTP without STARTTLS for lab results.
  ALB listener protocol = "HTTP". tfsec aws-elb-http-not-used.
  Firmware is downloaded by plain http, its hash too. Both can be swapped by someone in between.
  Mixed content: the player loads match data from an http host. Browsers will block it, others may read it.
  NSExceptionAllowsInsecureHTTPLoads for our own API domain. The API has had a certificate for years.
  Telnet console for the heat pump. SSH would keep others from reading the technician's password.
  HL7 over raw TCP between ward and laboratory: names and diagnoses can be sniffed at each switch.
  Sensors deliver their values to the collector over an unencrypted connection, together with their access key. Anyone
    in the same network can record and imitate them.
unencrypted-storage
  Text comparison is case sensitive by accident. Use equalsIgnoreCase.
  IBANs stand in the table as clear text. Encrypt the column or tokenise.
  EBS volumes without encryption. encrypted = true costs nothing.
  Patient photos lie unprotected on the tablet's SD card. Any app reads them.
  storage_encrypted missing on RDS.
  Backups go to the NAS unencrypted. Whoever carries the disk away has all customers; pipe them through age.
  Realm database opened without a key, though it contains diagnoses.
  TOTP seeds in plain in the users table. A dump would defeat the second factor; wrap them by KMS.
  SQLite file of the wallet isn't ciphered. SQLCipher plus Keystore.
  Kubernetes secrets sit in etcd as base64. Configure encryption at rest.
  National ID numbers readable to every analyst with SELECT. Use field-level encryption.
  Card data kept after authorisation. It shouldn't be stored at all, and certainly not as it is.
  CWE-311 on export job: CSV with health data remains on /tmp unprotected.
  OAuth refresh tokens of linked calendars are saved verbatim. attr_encrypted or Rails' encrypts would protect them
    when a dump leaks.
  A stolen sensor gives away the Wi-Fi password, flash is not encrypted. Enable ESP32 flash encryption.
  File protection class none is used for the journal on iOS. completeUntilFirstUserAuthentication at the least.
  DynamoDB table of prescriptions lacks a customer managed key, SNS topic likewise.
  Bank details of the suppliers are stored in plain text columns. Everyone with a copy of a backup can read them;
    encrypt these fields with a key that does not lie in the database.
debug-mode
  Profiler is enabled in production. It shows the environment.
  DEBUG = True in production.py.
  app.run(debug=True) offers the Werkzeug console to the internet. It executes Python.
  APP_DEBUG=true on the live shop. Whoops shows all environment values.
  android:debuggable="true" in the release manifest. Anyone with a cable may attach.
  ASPNETCORE_ENVIRONMENT=Development in the deployment. UseDeveloperExceptionPage is thereby live.
  GraphiQL and introspection can be opened on the public API. Disable for production.
  net/http/pprof is imported by the public server.
  Source maps and React's development build go to customers.
  better_errors in the default group of the Gemfile. It belongs to development.
  Xdebug is installed in the image that the clinic gets. Remote debugging listens on 9003.
  JDWP agent on 0.0.0.0:5005 in the start command. That's remote code execution for free.
  setWebContentsDebuggingEnabled(true) without a check of BuildConfig.DEBUG.
  UART console of the meter gives a shell. Close it in production firmware.
  Cheat menu can be opened with F12 in the retail build, as the define is set for all targets.
  Telescope is registered for every environment, requests of customers can be browsed.
  The deployment sets the framework's debug flag. Visitors who run into an error get an interactive page with source
    code, variables and settings.
default-credentials
  admin/admin works on fresh installs. Ask for a new one at first start.
  All cameras leave the factory with 12345. Give each its own, printed below.
  RabbitMQ runs with guest/guest.
  Seed migration makes a superuser with a known password, in production as well. Restrict it to development.
  Grafana chart leaves adminPassword at its default.
  If ADMIN_PASSWORD is unset, 'changeme' is taken. Refuse to start instead.
  New employees get Welcome1 and are never forced to change it.
  The Bluetooth pairing code of the pump is 0000 for every unit sold.
  CWE-1392. tomcat-users.xml ships tomcat/tomcat with the manager role.
  MinIO root is minioadmin:minioadmin in the compose file used on the customer's premises.
  Documentation says 'log in as demo/demo', and that account has administrator rights on the live system.
  SNMP community public, with write access, on the substations' controllers.
  postgres:postgres on the server in the shop's back room. The installer should draw a random one.
  A test player `qa` with password `qa` was left in the game's production database.
  Operators may keep the PIN from delivery. Make the panel demand another before it goes online.
  The installation creates an administrator whose password is the same everywhere and does not have to be changed. A
    search engine for devices lists hundreds of our units that can be entered this way.
excess-privilege
  Action = "*", Resource = "*" on the lambda's role. It only reads one queue.
  The web app connects as db owner. Reading and writing rows is all it needs, DROP should be out of reach.
  cluster-admin for the metrics agent. A Role with get and list would do.
  permissions: write-all in the workflow.
  App asks for contacts, location and microphone to show a timetable. Ask for none.
  S3 policy allows s3:* though only GetObject is called.
  GRANT ALL ON *.* TO 'shop'@'%'.
  The deploy key may write to every repository of the organisation. Make it read-only for one.
  OAuth scope `https://mail.google.com/` to send one mail. gmail.send suffices.
  Service account of the billing job is Owner of the project. If it leaks, everything is lost; bind it to the one
    role.
  chmod 777 on the spool directory. Give the group write access, nobody else.
  Support staff can see full medical histories although they only change addresses.
  iam:PassRole without a condition lets the build become admin.
  Everyone in the company is a member of the production admins group. Use time-limited elevation.
  setuid root on the helper that reads one temperature. A udev rule does it without.
  Contributor on subscription level for a function that writes a single blob. Scope it to the container.
  The reporting service uses the same database account as the migrations, which may alter and drop tables. Give it a
    role that can only read from the views it needs.
template-injection
  render_template_string(user_text). {{7*7}} gives 49, and worse gives a shell.
  Merchants' mail texts are compiled by Jinja2 without a sandbox. They can reach os.
  Twig's createTemplate on the CMS field. Use the sandbox extension or plain placeholders.
  ERB.new(params[:subject]).result.
  SSTI in the letter generator of the hospital. Doctors' snippets are evaluated by FreeMarker; `?new()` runs programs.
  Velocity template put together from the request. Keep templates in files, and give data as variables.
  CWE-1336 — Handlebars.compile(req.body.greeting).
  Name of the guild is pasted into the template before rendering. With {{config}} players read the server's keys.
  Thymeleaf view name comes from the lang parameter. Expression preprocessing `__${…}__` executes it.
  text/template in Go with a string from the database edited by tenants. Methods of the passed struct can be called.
  RazorEngine compiles what customers write in the label designer: that's C# on our server.
  f-string-like format(user_fmt, obj) lets callers walk to obj.__init__.__globals__. Use Template.safe_substitute.
  Pug source received from the notification editor gets compiled on the server. Offer Markdown with fixed variables.
  Spring Expression from the filter box is parsed with StandardEvaluationContext. Take SimpleEvaluationContext, or no
    expressions at all.
  A newsletter headline with `<%= File.read('/etc/passwd') %>` came back filled in. Input must never be the template.
  The greeting that a customer configures is concatenated into the template source and then rendered. Template
    expressions in it are evaluated on the server and give access to its objects; pass the text as a variable.
prototype-pollution
  Deep merge of req.body into config. `__proto__` sets properties on all objects.
  lodash.set(obj, userPath, v) with a path from the query.
  A JSON document with constructor.prototype.isAdmin makes everybody an admin. Skip such keys.
  CWE-1321 in utils/extend.ts.
  The settings importer assigns target[key][sub] unchecked. Use Map or Object.create(null).
  qs parser with allowPrototypes: true. Why?
  Query parameters are unflattened by dots. `?__proto__.role=owner` gets through to the role check.
  Recursive copy in the level editor follows `__proto__`. Guard by hasOwnProperty.
  Translations uploaded by tenants are merged into the global catalogue; a hostile key changes every object in the
    Node process.
  Object.freeze(Object.prototype) or a schema with additionalProperties: false would stop the pollution in the device
    shadow merge.
  for…in merge helper without key filter. jQuery.extend(true, …) of the old version has the same hole.
  State patches from other players are applied by path segments. One can write to the prototype of all entities.
  minimist-like argument parser of our CLI accepts --__proto__.x.
  Form builder: name='constructor[prototype][validate]' replaces methods. Use a Map for fields.
  Sending `{"__proto__": {"price": 0}}` to the cart API makes every article free until restart.
  The helper for merging settings walks over all keys of the incoming JSON, special ones included. With these an
    attacker can add properties to every object in the process and thereby get past checks.
log-injection
  Line breaks in the user name forge entries. Replace them before logging.
  CWE-117: tainted data written to log4j appender.
  The User-Agent is logged raw. Someone may write a fake 'login ok' line.
  Filename goes into Content-Disposition with CRLF. A header can be added, or a second response.
  log.Printf("search %s", q) with %0a in q. Use structured logging or %q.
  Escape sequences in the device name act on the terminal of the operator who tails the log.
  Mail subject may hold newlines, so a Bcc can be slipped in. Strip CR and LF.
  header("Location: $url") with unsanitised value: response splitting on old PHP.
  Audit lines of the bank are separated by semicolons, and the purpose text isn't escaped. A customer could invent a
    second transaction in the record.
  ${jndi:…} in a chat message reached the logger and was looked up.
  syslog(LOG_INFO, msg) with msg from the network as the format string. `%n` writes memory; pass "%s".
  logger.info(f"cancelled by {reason}") where the reason is free text with breaks. JSON formatter would quote them.
  An attacker covers his tracks by typing what looks like ordinary log lines into the form.
  Set-Cookie is built by joining strings with the language from the query; %0d%0a there starts a new header.
  X-Request-Id is taken over from the client without limit or character check and printed in every line.
  The name from the request is written to the log without removing line breaks. An attacker can add lines that look
    genuine and so mislead whoever investigates.
message-origin
  window.addEventListener('message') without looking at event.origin.
  Payment iframe posts its result with targetOrigin '*'. Any parent gets the token.
  A foreign page that embeds our widget can tell it to log out or to pay. Compare e.origin with the shop's.
  postMessage handler evals data.cmd. From anyone!
  origin.indexOf('bank.com') > -1 lets bank.com.evil.io speak. Test for equality.
  The React Native WebView's onMessage trusts every page the user has navigated to.
  Extension's onMessageExternal accepts all senders. List the ids in externally_connectable.
  BroadcastReceiver is exported and takes intents from any app. Protect by a signature permission.
  Chat plug-in listens to messages of all frames. Adverts are frames, too.
  WKScriptMessageHandler does not check message.frameInfo.securityOrigin. Sub-frames could call the native bridge.
  Message events of the video call frame are believed blindly, so an embedding site may unmute the patient's
    microphone.
  SharedWorker and opener exchange tokens by '*'. Name the receiver.
  CodeQL js/missing-origin-check.
  The editor's preview accepts `set-html` from whatever window sends it. Ignore those that aren't event.source ===
    parent with our origin.
  Handler verifies the type field only. The sender should be verified as well.
  The listener for window messages processes whatever it receives. Since it never looks at where a message came from,
    any page that frames ours can trigger its actions.
query-depth
  Nested friends of friends of friends: one GraphQL request brings the server down. Limit the depth.
  No cost analysis. A query with ten levels makes a million rows.
  graphql-ruby max_depth and max_complexity unset.
  Aliases permit hundreds of logins in a single request. Bound them.
  OData $expand without MaxExpansionDepth lets callers pull half the warehouse.
  Clients may batch 5000 operations per POST. Cap it at ten.
  The JSON:API include parameter is followed without end: include=orders.items.product.orders.items…
  Circular types player ↔ guild can be nested by anyone. depthLimit(7).
  Filter language of the search accepts arbitrarily nested brackets; the planner needs minutes.
  Introspection plus missing complexity rules invite abuse of the public energy data graph. Persisted queries would be
    safest.
  A mobile client asked for first: 100000 on three nested connections. Reject what exceeds a budget.
  PostgREST lets strangers run aggregates over whole tables; set db-max-rows and a statement timeout.
  Hot Chocolate: AddMaxExecutionDepthRule missing.
  FHIR _include=* with recursion turned on takes a ward's server down by one request.
  Fragments can be spread endlessly in patient queries. Compute the cost beforehand and refuse.
  The public GraphQL endpoint accepts queries of any depth and breadth. A single nested query over comments and
    authors kept the database busy for two minutes in my test; add limits on depth and on computed cost.
script-integrity
  jQuery from a CDN without integrity. Whoever gets at the CDN runs code in our checkout.
  <script src="https://cdn…/chart.js"> needs integrity and crossorigin.
  SRI missing.
  The chat widget is loaded by `@latest` from unpkg on the banking page. Pin and hash, or host it ourselves.
  curl … | bash in the installer. Check a checksum before running it.
  polyfill.io is still included. The domain changed hands and served malware.
  Tag manager lets marketing add any script to the page where cards are typed. Keep it off that page.
  wget of a binary in the Dockerfile, its sha256 isn't verified.
  Plug-ins of the game are fetched and executed unsigned. Verify a signature.
  OTA images are installed unsigned. A man in the middle may flash what he likes.
  Web fonts and their loader script are taken from a third party; give the loader a hash.
  CSP lacks require-sri-for or hashes, and the map library is external.
  If the analytics provider gets hacked, so do our patients: its code is included live and unverified.
  Gradle downloads artefacts without verification-metadata.xml. Enable dependency verification.
  The payment page embeds a third-party script from a CDN without an integrity attribute. If that host is compromised,
    card numbers can be read while they are typed; pin the version and add its hash.
unpinned-versions
  JWT algorithm is not pinned. A token with alg none is accepted.
  requirements.txt has bare names. Tomorrow's build may differ from today's.
  FROM node:latest. Name a digest.
  package.json uses `*` for four packages.
  No lock file committed. Each developer gets other transitive versions.
  Terraform provider without required_version constraints. A major release broke staging last week.
  apt-get install curl with no release given; builds cannot be repeated.
  uses: actions/checkout@master.
  Gemfile.lock is in .gitignore. For an application it ought to be committed.
  implementation 'com.squareup.okhttp3:okhttp:+' in Gradle. Dynamic ones let a stranger's release straight into the
    app.
  helm upgrade without --version installs whatever the repository holds at the moment.
  Cargo.lock missing for the gateway binary.
  `pip install git+https://…` at HEAD in the nightly image. Use a tag or commit.
  PackageReference Version="*" means that a hijacked package is ours by the next morning.
  pubspec with `any`. Caret ranges plus lock, please.
  ESP-IDF is cloned from the default branch by the build script. Firmware of the same tag came out different on two
    machines.
  npm install instead of npm ci in the pipeline, so the lock is quietly ignored.
  Build images and actions are referenced by moving tags. A changed or hijacked release would be used at the next
    build without anyone noticing; refer to digests.
password-policy
  Minimum is four characters.
  '123456' is accepted for the doctor's account. Compare with a list of leaked ones.
  AUTH_PASSWORD_VALIDATORS = [].
  Password may be empty. The form forbids it, the API doesn't.
  At most eight characters, no special ones: a relic of the mainframe. Allow long phrases.
  options.Password.RequiredLength = 1 in Startup.
  One can use the user name as the password.
  validates :password, length: { minimum: 3 }. Twelve would be reasonable.
  Sign-up of the energy portal lets any single letter pass. Add zxcvbn or a length rule.
  Changing it doesn't ask for the old one. A borrowed phone is enough.
  PINs such as 0000 and 1234 can be chosen for the door lock. Refuse the common ones.
  Admins of the bank have no second factor and no rule on length.
  Only the React form checks strength. Repeat it on the server.
  Cognito user pool: minimum_length = 6, no symbols. CKV says weak.
  Firebase default of six characters is all that keeps the club's treasury safe.
  The registration endpoint imposes no minimum length on passwords. I was able to create an account with the letter
    `a`; ask for at least twelve characters and reject those known from breaches.
audit-trail
  Who changed the dosage? The table only holds the last value.
  No record of who lifted the credit limit. Write actor, time, old and new.
  Deletes leave no trace. Soft-delete or log them.
  Admin impersonation isn't recorded. Support may act as customers unseen.
  CloudTrail is off in the second region.
  Manual corrections of meter readings overwrite the original. The regulator demands that each be traceable to a
    person.
  Role changes happen silently; emit an event to the audit log.
  ASVS 7.1: security-relevant events such as failed logins aren't logged.
  paper_trail is missing on Contract.
  Employees can open any patient file without anyone ever knowing. Log the reads.
  Moderators ban players, and afterwards nobody can tell which of them did it or why. Keep it.
  updated_by isn't filled in by the batch endpoint. Envers is there, the user just isn't passed.
  Shared technical account for all tellers, hence bookings can't be attributed.
  The application may rewrite its own audit table. Append-only, please.
  Door openings by the app are stored without the person. After a theft that is what you'd want to know.
  Changes to user roles leave no record of who made them. In case of abuse nobody can reconstruct what happened; write
    an entry with actor, target, old and new value in the same transaction.
csv-injection
  A cell that begins with = is a formula in Excel. Prefix it with an apostrophe.
  Customer names like =HYPERLINK(…) are exported unaltered. The accountant who opens the file clicks.
  CWE-1236.
  Formula injection by feedback form: `+cmd|' /C calc'!A0`.
  fputcsv quotes but doesn't neutralise leading @, + and -.
  Participants choose their team's name, and the referee opens the list in LibreOffice. Escape it.
  Export of tickets carries user text raw into spreadsheet cells. Set the cell type to text.
  The payroll download can hold DDE commands typed by an employee. Strip or quote what starts with =, +, -, @ or tab.
  CSVPrinter in Java writes fields as they are. A small sanitise function before it would help.
  Device labels in the energy report are executed by Excel. Someone set one to =WEBSERVICE(…), which sends neighbours'
    values away.
  csv.writer rows come straight from the survey. Dangerous first characters remain.
  XLSX generator: use write_string, not write, for what visitors entered, otherwise it becomes a formula.
  Opening the shop's order list may contact foreign servers. The delivery note field decides.
  Google Sheets import of leads evaluates IMPORTXML in the company column.
  Ruby CSV export of patients' remarks lacks escaping of leading equals signs.
  The participants' export writes names and remarks unchanged into the file. Cells beginning with an equals sign are
    executed as formulas by spreadsheet programs when the organiser opens it.
code-evaluation
  eval(request.args['expr']) for the tariff calculator. Use a parser of your own or simpleeval.
  new Function('row', filterText) with text from the shared dashboard. It runs in every viewer's browser.
  exec() on plug-in snippets that customers save. That's a shell for rent.
  assert($_GET['x']) evaluates strings on PHP 7.
  instance_eval of the discount rule from the database.
  ScriptEngine runs JavaScript written by merchants within the bank's JVM. Class access isn't restricted.
  CWE-95 eval injection.
  vm.runInNewContext is no sandbox. Escape by constructor.constructor is a one-liner.
  Lua scripts of players get os and io. Load them with a bare environment.
  send(params[:method]) lets callers pick any method, `destroy` and `system` too. Map names to permitted ones.
  preg_replace with /e on the comment. Removed in PHP 7 for good reason; preg_replace_callback.
  CSharpScript.EvaluateAsync(formula) in the laboratory's report. A formula may delete files.
  setTimeout with a string made from the query parameter.
  JSON is parsed by eval('(' + txt + ')') in the old thermostat page. JSON.parse has been around since 2009.
  Class.forName(request.type).newInstance() — the client chooses what is constructed.
  DataFrame.query() gets a condition from the URL; with @ it reaches Python objects. Build the filter from known
    columns.
  Custom pricing rules are run through the language's own evaluator with the full set of built-ins. Whoever may edit a
    rule can run anything on the server; interpret a small expression language instead.
missing-validation
  Registration accepts any e-mail and age. Nothing checks type, length or range of the fields of the request body
    before they are saved.
  Request body is not validated. quantity may be negative or a string; it goes to the database as it came.
  No input validation on profile update. Fields are bound and stored without limits on size or format.
  Quantity and price are accepted from the client unchecked. Negative values produce negative totals.
  Page size parameter has no range check. Strings and huge numbers go straight through.
  Dates of the booking request are not validated. The end may lie before the start.
  Quantity can be -3. The total becomes a credit note.
  The API believes the price that the browser sends. Look it up on the server.
  Meter readings lower than the last one are accepted. Reject or flag them.
  No Zod schema on this route. body is `any` and goes to Prisma.
  @Valid is missing before @RequestBody, so the annotations in the DTO do nothing.
  Birth dates in the future, weights of 9000 kg. The admission form takes it all.
  strconv.Atoi's result goes into make([]byte, n). A huge n kills the process.
  Length of the packet is read from the wire and used for memcpy unchecked. Classic overflow.
  Pydantic model uses plain dict. Any shape passes.
  Discount percentage may exceed 100. We'd be paying the customer.
  Coordinates of moves are trusted. Players teleport by editing packets; verify speed on the server.
  ModelState.IsValid is never asked.
  Emails aren't checked for form, phone numbers neither. 'asdf' is in the customer table eleven times.
  The temperature set point from the app is passed on to the boiler as it is. 500 degrees should be refused.
  Enum value from JSON cast with `as Status`. TypeScript doesn't check at run time.
  No CHECK constraint: end_date may precede start_date.
  Terraform variable `cidr` has no validation block. A typo opens the whole range.
  File names in arguments aren't quoted nor tested; with a blank in it the script deletes the wrong folder.
  The constructor accepts any values for interval and threshold, negative ones included. The scheduler then spins
    without pause; check the range where the configuration is read and reject what makes no sense.
  Negative quantities are accepted. The request body goes to the database as it is.
  Coordinates are not checked. A latitude of 900 breaks the map for everybody.
missing-authentication
  /internal/metrics/reset answers to everybody. There's no login in front of it at all.
  The gRPC port takes calls without any credentials. Whoever reaches the pod may book transfers.
  No auth on the websocket. Anonymous listeners get live vital signs.
  The debug route that resets passwords is public.
  Kafka REST proxy without authentication on the plant's network.
  permitAll() on /api/** instead of /api/public/**.
  Forgot the auth dependency on the new FastAPI router. Its siblings pass dependencies=[Depends(current_user)].
  You don't have to be signed in to download the members' list.
  BLE characteristic for opening the lock requires no bonding.
  authorization_type = "NONE" on the API Gateway method.
  skip_before_action :authenticate_user! covers the edit action as well. Only show was meant.
  Lambda function URL with AuthType NONE triggers the monthly billing run.
  CWE-306: missing authentication for critical function, POST /firmware.
  Game's admin RCON listens with an empty password, so a stranger may kick players.
  The Jobs dashboard (Sidekiq::Web) is mounted without constraint.
  The maintenance endpoints are registered outside of the group that requires a login. Everyone who can reach the
    server may start a reindex or empty the queues.
nosql-injection
  {"password": {"$ne": null}} logs in as anyone. Cast to string before the Mongo query.
  User.findOne(req.query) hands operators over to Mongo.
  LDAP filter is joined from the login name. `*)(uid=*` matches the first employee; escape by RFC 4515.
  XPath built with the customer's input. Use variables.
  $where with a string from the search box runs JavaScript in the database.
  Elasticsearch query_string takes the raw text; use simple_query_string or match.
  Cypher query by f-string. Parameters work in Neo4j too.
  CWE-943, CWE-90.
  DynamoDB expression is composed of text from the client, while ExpressionAttributeValues stands unused.
  Operator injection via qs: `?price[$gt]=`. express-mongo-sanitize or a schema.
  Flux script for InfluxDB contains the sensor's name unescaped. Someone may read other houses' buckets.
  A patient search in the directory accepts parentheses and stars and so returns everybody.
  Redis EVAL text put together from the key the player sends. Pass it through KEYS.
  PartiQL statement by concatenation in C#.
memory-safety
  strcpy into char name[32]. Longer names overwrite the stack.
  Use after free: the session is released in the callback and read one line below.
  gets().
  sprintf without a size for the meter's id. snprintf.
  Length byte from the packet is trusted by memcpy. A forged frame reads past the end, Heartbleed style.
  Iterator invalidated by push_back during the loop.
  double free when the handshake fails twice.
  unsafe { from_raw_parts } with a length from outside and no check.
  Returned pointer refers to a local array.
  CWE-787 out-of-bounds write, decoder.c:211.
  ASan: heap-buffer-overflow in parse_dicom. A broken image crashes the viewer or worse.
  The string isn't NUL-terminated after strncpy.
  std::string_view to a temporary. It dangles on the next line.
  UnsafeMutablePointer is kept beyond withUnsafeBytes.
  Array index of the inventory comes from the network message, no bounds check. A player may write anywhere in memory.
  Use after free in the disconnect path.
  strcpy into a 16-byte buffer from the radio.
  Double free when init fails twice.
  Dangling reference: returns a view of a local string.
  unsafe block without checking the length.
  Buffer isn't zero-terminated.
  Iterator is invalidated by erase in the loop.
  ASan: heap-buffer-overflow in parse_tlv.
  Uninitialised variable is read on the error path.
  memcpy size comes from the packet. Compare with the buffer first.
  self is captured unowned and gone when the callback arrives.
  Pointer to stack memory is stored in the task queue and read when the function has long returned.
  The parser copies as many bytes as the packet claims into a fixed buffer. A forged length overwrites the stack.
  The session is freed while the timer still holds a pointer to it. When it fires, released memory is used.
"""
