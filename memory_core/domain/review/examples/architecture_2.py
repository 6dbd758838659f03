"""More findings of architecture as reviewers word them."""

from typing import Final

EXAMPLES: Final = """
single-point-of-failure
  Redis runs as a single node and everything depends on it.
  replicas: 1 for the payment service.
  All tills need the one server in the cellar.
  Scheduler exists once without standby. If the VM dies no bill is sent.
  multi_az = false on the production database.
  Both gateways hang on the same power supply.
  Certificates are renewed by a cron job on Tom's machine.
  One availability zone for the hospital's portal.
  Matchmaking keeps all lobbies in one process. When it falls over every game ends.
  Backups reside on the same disk as the data.
  No quorum: two brokers.
  The NAT instance is a bottleneck and, when it fails, the whole subnet is offline.
  All traffic goes through one proxy without a second. Its restart is an outage of the entire shop.
  The metering chain relies on a single database host with no replica and no tested failover.
local-state
  Sessions are in memory. A second replica logs people out.
  Uploads are stored on the container's disk and vanish on redeploy. Object storage.
  Rate counter per process means the limit is times the number of pods.
  Sticky sessions are needed because the basket sits in the node.
  Scheduled lock is a local mutex although four instances run.
  Websocket rooms are known to one server only. Use a broker between them.
  The app can't be scaled out: uploaded scans are referenced by local path.
  SQLite file inside the pod.
  In-process cache is cleared on one node while others go on showing the former tariff.
  Lambda keeps a counter in a global and expects it to persist.
  Progress of the import is held in a variable, so asking another worker gives nothing.
  PHP writes to ./storage on each web head. Doctors see their letter every second try.
  Uploaded files are kept on the disk of the instance that received them. With a second instance half of the downloads
    fail.
  Login sessions live in the memory of the process. Every deployment signs all customers out.
mixed-concepts
  Three HTTP clients in one project: axios, fetch and ky.
  Two state libraries. Redux for carts, MobX for users.
  Half of the code uses callbacks, the other half promises.
  Four date libraries.
  Two logging frameworks with different formats.
  Every team has its own error type. Agree on one.
  This deviates from how all other repositories in the project are built.
  JPA here, jOOQ there, JDBC in between, no rule.
  UIKit and SwiftUI versions of the same screen live side by side.
  Dependency injection by Hilt and by hand.
  Validation is done by annotations in one module and by code in the next.
  Some wards are configured by YAML, others by tables, and nobody can say which is meant to be the way.
  The new module brings a second library for forms although one is used everywhere else. Keep to the one we have or
    replace it throughout.
  Some services report errors by exceptions, others by result objects. Callers have to cope with both.
"""
