// expect: var 'lastStatus' is not concurrency-safe
import Security

var lastStatus: OSStatus = 0
