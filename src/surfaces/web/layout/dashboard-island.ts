// The scripts of every dashboard page: pasted files, palette, search, rows selected by touch, settings that save at once, key to the sea.

import './live-search.ts'
import './receive-pastes.ts'
import './open-palette.ts'
import './save-at-once.ts'
import './search-key.ts'
import './select-rows.ts'
