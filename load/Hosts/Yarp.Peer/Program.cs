using Hosting.CommandLine;
using YarpPeer;

return await CommandRunner.RunAsync(ForwarderCommand.Create(), args);
