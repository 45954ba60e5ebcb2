from tests.playthroughs import write_missing

write_missing()
