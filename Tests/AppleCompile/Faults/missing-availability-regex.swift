// expect: 'Regex' is only available in
func digits(in text: String) -> Bool { text.firstMatch(of: /[0-9]+/) != nil }
