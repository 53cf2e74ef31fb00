using Hosting.CommandLine;
using Microbenchmarks;

return await CommandRunner.RunAsync(MicrobenchmarkCommand.Create(), args);
