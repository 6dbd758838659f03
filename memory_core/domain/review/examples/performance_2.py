"""More findings of performance as reviewers word them."""

from typing import Final

EXAMPLES: Final = """
row-iteration
  DataFrame iterated with iterrows. Vectorise the computation.
  iterrows over two million readings. Vectorise.
  df.apply(lambda r: r.a * r.b, axis=1). df.a * df.b.
  for i in range(len(df)): df.loc[i, 'x'] = …
  Python loop over a NumPy array. np.where.
  Cursor in T-SQL to update prices. One UPDATE … FROM does it.
  for-loop with rbind in R. Use data.table.
  itertuples with an if per line. Use a mask.
  Polars map_elements calls Python per value. Use expressions.
  UDF in Spark handles row by row; built-in functions are ten times quicker.
  The consumption per day is summed by hand through the frame. groupby.
  PL/pgSQL FOR r IN SELECT … LOOP UPDATE … END LOOP. Set-based.
  Lab values are normalised one cell at a time. 40 minutes for what takes a second on the column.
  np.vectorize is a loop in disguise.
  df.at in nested loops for the distance matrix of players. scipy cdist.
  Each candle of the price series is handled separately in Python. rolling() does that.
  The feature script goes through the frame with a Python loop in order to compute differences between neighbouring
    readings. `diff()` on the column gives the same numbers a hundred times faster.
  Each row of the claims table is passed to a Python function to derive its age group. Use cut on the whole column
    rather than apply.
chatty-calls
  One POST per article. The API has a bulk endpoint.
  INSERT in a loop, 5000 round trips. executemany.
  save() for each entity. saveAll with batch size.
  Redis GET for each key. MGET or pipeline.
  The app makes 40 requests to draw its first screen. Offer one aggregate.
  S3 deletes objects singly. DeleteObjects takes a thousand.
  putItem per reading. BatchWriteItem.
  Modbus registers are read one by one. Read the block.
  Game sends each bullet in a packet of its own. Bundle per tick.
  SaveChanges inside foreach. Once after.
  For each employee a separate LDAP query. Search with an OR filter.
  Push notifications are sent individually to 100k phones. The service accepts 500 at a time.
  create in each row of the import; insert_all.
  Elasticsearch index() per document. _bulk.
  BLE characteristic per value, 24 round trips for one measurement. Put them into one.
  Lab orders are transmitted test by test, with a login each time.
  The synchronisation sends one HTTP request per changed contact. Several thousand changes after a holiday take an
    hour and hit the provider's limit; its batch endpoint accepts two hundred in one request.
  Stock levels are written article by article, each in a statement and a round trip of its own. A multi-row insert
    would finish in a fraction of the time.
sequential-awaits
  Three awaits in a row that don't need each other. Promise.all.
  for … await fetch. Ten shops, ten times the latency.
  asyncio.gather would halve the time.
  Dashboard waits for orders, then stock, then weather. They're independent.
  Task.WhenAll.
  async let for both requests; now the profile loads after the avatar.
  Use coroutineScope { async … }: prices of four suppliers are asked for one after another.
  CompletableFuture.get() right after each supplyAsync makes it serial.
  tokio::join! instead of awaiting in turn.
  Health checks of 30 services run in series, the page needs a minute.
  Errgroup would fetch lab, radiology and pharmacy in parallel; the doctor waits for the sum at present.
  await in forEach of meters: each waits for the previous. Limit with p-map.
  Server component awaits user before it starts the products query. Start both, await later.
  Assets are loaded one at a time while the loading screen creeps along.
  CI: lint, test and build are chained by needs although none uses the other's result.
  HTTP calls to exchange and ledger take 800 ms each; started together it'd be 800 in all.
  The profile page awaits the user's orders, then the vouchers, then the recommendations, though none needs the result
    of another. Starting them together would bring the page from 1.8 s down to the slowest of the three.
  Inside the loop every remote shop is awaited before the next is contacted. Collect the promises and wait for all of
    them, with some upper limit.
needless-copy
  Log line is serialised even when the level is off. JSON.stringify of the whole request.
  Layers are not cached because sources are copied first. Dependencies are installed on each build.
  JSON.parse(JSON.stringify(state)) on each move. structuredClone or no copy.
  Vec cloned only to iterate. Borrow.
  Pass std::string by const reference. It's copied for every log line.
  ToList() in the middle of the LINQ chain.
  The struct of 4 kB is passed by value through six functions.
  Spread of the whole basket per item.
  .copy() of the DataFrame at each step. Memory triples.
  Image buffer goes through base64 between two functions of the same process.
  String → bytes → String twice over in the MQTT bridge.
  range loop copies each large element. Index instead.
  List is sorted anew though it is already in order from the database.
  deepcopy of the hospital's plan for each candidate of the optimiser. 70 % of the time.
  Arrays.copyOf at every frame. Reuse the buffer.
  Entity → DTO → map → JSON → map. One conversion would do.
  unwrap().clone() on config per request. Arc.
  Debug message is formatted even when the level is off. Use lazy arguments.
  Messages are serialised to measure their size, and once more to send them.
  The complete state tree is cloned deeply on each action even if one field changes. For large projects every click
    costs half a second; copy along the changed path only.
  The response is decoded into objects, turned back into JSON for the cache and decoded once more in the next line.
    Keep the bytes or the objects, not both in turns.
slow-request-work
  PDF of the invoice is rendered within the request. Enqueue it.
  Sign-up waits for the mail server.
  Video transcoding in the upload handler; the browser times out.
  deliver_now. deliver_later.
  The import of 80 000 meters runs in the POST. Return 202 and go on in the background.
  Saving a patient recalculates the statistics of the whole year before answering.
  Webhook does all its work before 200, so the sender retries.
  Thumbnails in five sizes are made while the user looks at a spinner.
  Push to 10k phones happens inside the admin's click.
  Report generation occupies a PHP-FPM worker for four minutes.
  Checkout calls CRM, ERP and newsletter in line. None is needed for the answer.
  Match end handler writes replay, achievements and mails before players see the result. Celery or the like.
  Synchronous virus scan blocks the response for 20 s.
  @Async would do for the notification.
  The order endpoint creates the invoice document and sends the mail before it responds. Customers wait for five
    seconds and order twice; put both into a background job.
unbounded-concurrency
  Promise.all over 50 000 uploads. p-limit.
  A goroutine for each line of the file. Worker pool or errgroup.SetLimit.
  new Thread per connection.
  asyncio.gather on all addresses opens ten thousand sockets. Semaphore.
  newCachedThreadPool under load makes threads until the machine dies.
  Parallel.ForEach hits the bank's API with 64 requests; they ban us.
  No back pressure: the producer is faster than the writer and the channel has no bound.
  tokio::spawn in the accept loop without any cap.
  Firmware is rolled out to all devices in the same second. Waves.
  Retries without jitter pile onto a server that is already down.
  xargs -P0 for image conversion takes the CI host away.
  Kubernetes HPA without a maximum, jobs with parallelism 500 on a database with 100 connections.
  Fan-out lambdas exhaust the account's concurrency, other functions starve.
  Reconnect storm: all clients of the game come back at once after a deploy.
  All downloads are started together, however many there are. With some thousand entries the process runs out of
    sockets and the remote side begins to refuse; work with a fixed number at a time.
hot-allocation
  new byte[65536] per packet. Pool it.
  GC pauses of 40 ms in Update(); vectors are allocated each frame.
  Boxing: List<Object> for ints in the inner loop.
  LINQ in the render loop makes garbage.
  Paint objects are created in onDraw.
  make([]T, 0) and append without capacity in the parser; the profile shows growslice on top.
  String.format for each tick of the exchange.
  Vec::new inside the sample callback. Real-time audio must not allocate.
  DateFormatter per cell. They are costly, keep one.
  malloc in the interrupt handler of the meter.
  Autoboxing Long in a sum over a billion rows. LongStream.
  Instantiate/Destroy per bullet. Object pool.
  ObjectMapper is made in every call. Share it.
  Temporary arrays by map().filter().map() over a million points at each mouse move.
render-blocking
  Scripts in the head without defer.
  CSS of the print view blocks the first paint.
  @import chains in the style sheet.
  Fonts without font-display: swap, text stays invisible for three seconds.
  LCP image is lazy. Preload it.
  Layout shift: images lack width and height.
  Consent banner's script from a third party holds everything up.
  Reading offsetHeight and writing style in turn forces layout for each row.
  App start reads the whole database in Application.onCreate.
  Splash screen waits for the news feed.
  Animation of `top` and `left` instead of transform. It judders on the ward's tablets.
  TTI 9 s on mid-range phones; tag manager, chat and video load before the content.
  viewDidLoad parses a 10 MB JSON.
  No server-side rendering for the catalogue; a white page until 3 MB of script have run.
resource-limits
  No resources block in the deployment. One pod can starve the node.
  -Xmx isn't set; the JVM is killed by the kernel.
  Query without statement_timeout. An analyst stopped the shop.
  limits.memory equals nothing. OOM hits neighbours.
  Compose services have neither mem_limit nor cpus.
  User scripts may run forever. ulimit and a deadline.
  work_mem = 2GB times 200 connections.
  tmpfs without a size.
  Lambda with 128 MB for image work: slow and, by duration, dearer.
  Game rooms are not capped per server; the 80th makes all others lag.
  GOMEMLIMIT and GOMAXPROCS ignore the container's quota.
  CPU limit of 100m throttles the lab interface; p99 went to 4 s.
  Redis without maxmemory and eviction policy.
  Bulk job shares the pool with the interactive requests. Give it its own.
slow-query
  Correlated subquery per line. A window function does it once.
  SELECT DISTINCT hides a join that multiplies rows.
  COUNT(*) over the complete table for a page number nobody reads. Estimate.
  NOT IN with a big subquery. NOT EXISTS.
  ORDER BY random() on a million articles.
  Cartesian product: join condition on tenant is missing.
  UNION where UNION ALL would do sorts 30 M rows.
  Two collections are fetched jointly, Hibernate returns 40 × 60 lines per order. MultipleBagFetch.
  CTE is materialised and filtered afterwards.
  Partition key isn't in the WHERE clause, all 120 partitions of meter data are read.
  Spark shuffles the large side since the small one isn't broadcast.
  AsSplitQuery would avoid the explosion of includes.
  HAVING is used for what WHERE could have excluded earlier.
  Statistics are outdated after the bulk load. ANALYZE.
  The statement joins three large tables before it narrows them down to one customer. Filtering first, in the
    condition of the join, takes it from eleven seconds to forty milliseconds.
log-volume
  Info line per sample: 4 GB an hour.
  Synchronous file appender in the order path.
  DEBUG level in production slows trading by a third.
  Each frame writes to the console.
  Log.d with string building in onBindViewHolder.
  SQL echo=True.
  Every heartbeat of 80 000 thermostats is logged. Count them instead.
  Trace sampling at 100 %. The bill for Datadog exceeds that of the servers.
  fsync after each log line.
  Metrics with the user id as label. Cardinality explodes Prometheus.
  Whole payloads in info. Disk filled within the night.
  flush() in the inner loop.
  Serial.println in the control loop delays the pump by 12 ms.
  Caller location is computed for each entry; expensive in Java.
build-time
  COPY . before npm ci. Every change reinstalls everything.
  Image of 2.4 GB. Multi-stage.
  No .dockerignore, node_modules and .git are sent along.
  CI downloads Gradle anew each time.
  Full clone of a repository of 8 GB. fetch-depth: 1.
  cargo build without cache takes 25 minutes; sccache or cargo-chef.
  Tests of all services run for each change of a README. Paths filter.
  Compilers and headers stay in the final image.
  webpack with babel-loader and no cache. esbuild or cacheDirectory.
  apt lists aren't removed, three RUN lines make three layers.
  Lambda's cold start is six seconds as the package holds the SDK and pandas.
  Unity reimports all assets on each build machine. Accelerator.
  Matrix of 40 jobs where five give the same information.
  Header included everywhere drags in Boost; forward declare.
"""
