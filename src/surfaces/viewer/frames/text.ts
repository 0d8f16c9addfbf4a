// The script of the frame in which the words of a page are edited in their places: no script of the author runs.

import { becomePage } from '../shim/document.ts'
import { listen } from '../shim/natives.ts'
import { editTexts } from '../shim/texts.ts'

becomePage(channel => listen('load', () => editTexts(channel)))
