#!/usr/bin/env python3
"""UserPromptSubmit: note that there is a session; quiet until there is something to suggest."""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from memory_core.hook import serve

sys.exit(serve("UserPromptSubmit", "on_user_prompt"))
