using System.CommandLine;
using Hosting.Lifetime;
using Kafka.Client.Consuming;

namespace Drain;

/// <summary>The command line. It ends with the standard input.</summary>
internal static class DrainCommand
{
    public static RootCommand Create()
    {
        var broker = new Argument<string>("broker") { Description = "Host and port." };
        var topic = new Argument<string>("topic") { Description = "Where the records are." };
        var group = new Argument<string>("group") { Description = "Whose members take them." };
        var threads = new Argument<int>("threads") { Description = "Each is a member." };
        var root = new RootCommand("Takes records from a broker, and drops them. Ends with its standard input.")
        {
            broker, topic, group, threads,
        };
        root.SetAction((parsed, _) => RunAsync(
            new()
            {
                Connection = new() { BootstrapServers = parsed.GetValue(broker)!, ClientId = parsed.GetValue(group)! },
                Group = parsed.GetValue(group)!,
                Topics = [parsed.GetValue(topic)!],
            },
            parsed.GetValue(threads)));
        return root;
    }

    private static async Task<int> RunAsync(ConsumerSettings settings, int threads)
    {
        var stop = ParentWatchdog.Watch();
        await Task.WhenAll(Enumerable.Range(0, threads).Select(_ => Task.Factory.StartNew(
            () =>
            {
                using var member = new DrainMember(settings);
                member.Run(stop);
            },
            CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default)));
        return ExitCode.Done;
    }
}
