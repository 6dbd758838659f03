"""What answers an event of the client: each module has an `on_event`, or is what one of them needs.

What an answer needs that is not silent is imported when there is something to say.
"""
