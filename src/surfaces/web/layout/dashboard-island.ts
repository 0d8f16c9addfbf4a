// What every page of the dashboard does by script: files dropped anywhere, and the key that leads to the search.

import './dropped-files.ts'
import './search-key.ts'
