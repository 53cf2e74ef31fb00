using Drain;
using Hosting.CommandLine;

return await CommandRunner.RunAsync(DrainCommand.Create(), args);
