// Everything that runs on the page of an artifact from the beginning, in one script: each request before the page is seen delays it.

import '../artifact-viewer/viewer.ts'
import './keyboard/keyboard.ts'
import '../comments/comments-on-page.ts'
import '../share/share-link.ts'
import '../layout/page-island.ts'
