#!/usr/bin/env python3
"""PreToolUse: what the guard rails say to an edit."""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from memory_core.hook import serve

sys.exit(serve("PreToolUse", "on_tool_call"))
