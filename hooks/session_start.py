#!/usr/bin/env python3
"""SessionStart: hand the session its briefing."""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from memory_core.hook import serve

sys.exit(serve("SessionStart", "briefing.light.on_session_start"))
