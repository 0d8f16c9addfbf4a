// Every page there is, in the dark theme.

import { everyPage } from './every-page.ts'

everyPage('dark')
