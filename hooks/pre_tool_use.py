#!/usr/bin/env python3
"""PreToolUse: quiet until there are guard rails."""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from memory_core.hook import serve

sys.exit(serve("PreToolUse", "quiet"))
