"""More findings of architecture as reviewers word them."""

from typing import Final

EXAMPLES: Final = """
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
