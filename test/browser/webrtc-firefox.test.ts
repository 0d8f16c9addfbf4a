// A closed page carries nothing out by WebRTC in Firefox.
import { closedToWebrtc } from './closed-to-webrtc.ts'

closedToWebrtc('firefox')
