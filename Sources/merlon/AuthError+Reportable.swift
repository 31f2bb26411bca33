import MerlonAuth

extension AuthError: ReasonedError {}
