"""The homes on disk, their files, lock and clock. `workspace` alone knows every home."""
