#!/usr/bin/env python3
"""Set-up without anybody who waits for it: `/cs:memory setup` starts this, detached."""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from memory_core.setup.background import main

sys.exit(main())
