using Farm;
using Hosting.CommandLine;

// An answer from a socket is worked on where it comes in: the farm must not take the room of what is measured.
Environment.SetEnvironmentVariable("DOTNET_SYSTEM_NET_SOCKETS_INLINE_COMPLETIONS", "1");

return await CommandRunner.RunAsync(FarmCommand.Create(), args);
