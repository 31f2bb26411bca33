import MerlonCommandLine

/// The tool: its commands, in the order in which help shows them.
let merlon = Program(
    name: "merlon",
    version: version,
    abstract: "audits what was shipped, offline, against OWASP MASVS and MASTG",
    commands: [
        AuditCommand.command, ExplainCommand.command, RulesCommand.command, SealCommand.command, OpenCommand.command,
        KeygenCommand.command, RedactCommand.command, VaultCommand.command, OTPCommand.command, JWTCommand.command, LoginCommand.command,
        PinCommand.command,
        PinLintCommand.command, PinDiffCommand.command, PinSignCommand.command, PinVerifyUpdateCommand.command, ConnectCommand.command,
        DoctorCommand.command, FactsCommand.command, HashCommand.command,
    ],
    environment: [
        EnvironmentVariable("NO_COLOR", "When set, nothing is coloured."),
        EnvironmentVariable("COLUMNS", "The width of text for people, in place of the terminal's."),
    ]
)

/// The version of the tool and of every library: one package, one version.
let version = "0.1.0"
