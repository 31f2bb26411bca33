import MerlonCommandLine

ProgramProcess.prepareSignals()
ProgramProcess.end(await merlon.run(ProgramProcess.arguments, console: ProgramProcess.console))
