"""The words in which developers say what they change: verbs by type of change, phrases, and what says little."""

from typing import Final

from memory_core import data

TYPES: Final = data.table("verbs.txt")
EITHER, PALE, ENDS = (frozenset(TYPES.pop(name)) for name in ("either", "pale", "ends"))
PHRASES: Final = data.table("verb_phrases.txt")  # by the word that they stand for
STOP: Final = frozenset(
    (
        "a an the and or of to in on at for with from by is are was were be been being it its this that these those i "
        "we you they he she our your my their his her us them me as so than then but if not no do does did done has "
        "had will would can could should may might must shall let lets also just into onto over out up down off all "
        "any each every more most some such only own same too very via per who whom what how there here about again "
        "both few other through across within inside under behind around between new current existing now ever never "
        "whole entire proper simple better easier please want need like able way lot bit one two it's we're don't t s "
        "re ve ll d proposal consider really still always everywhere anywhere currently directly instead rather"
    ).split()
)
