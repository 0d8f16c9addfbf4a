// Every page there is, in the light theme.

import { everyPage } from './every-page.ts'

everyPage('light')
