// What every page of the dashboard does by script: what is pasted, the palette, the search of the list, rows selected by touch, settings that save at once, and the key that leads to the search.

import './live-search.ts'
import './receive-pastes.ts'
import './open-palette.ts'
import './save-at-once.ts'
import './search-key.ts'
import './select-rows.ts'
