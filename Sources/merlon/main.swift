import CMerlonMemory
import MerlonCommandLine

merlon_return_large_blocks()
ProgramProcess.prepareSignals()
ProgramProcess.end(await merlon.run(ProgramProcess.arguments, console: ProgramProcess.console))
