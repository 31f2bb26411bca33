// expect: has no member 'touchIDAny'
import Security

let flags: SecAccessControlCreateFlags = [.touchIDAny]
