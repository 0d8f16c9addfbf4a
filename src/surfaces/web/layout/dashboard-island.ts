// What every page of the dashboard does by script: files dropped anywhere, the palette, rows selected by touch, settings that save at once, and the key that leads to the search.

import './dropped-files.ts'
import './open-palette.ts'
import './save-at-once.ts'
import './search-key.ts'
import './select-rows.ts'
