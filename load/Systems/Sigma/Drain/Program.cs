using System.Globalization;
using Drain;
using Kafka.Client.Consuming;

if (args is not [var broker, var topic, var group, var threads])
{
    Console.Error.WriteLine("drain BROKER TOPIC GROUP THREADS   takes records as a member of the group on each thread, and drops them");
    return 2;
}

using var stop = new CancellationTokenSource();
_ = Task.Run(async () =>
{
    // The lab stops it by the end of its standard input, also when the lab itself is killed.
    await Console.In.ReadToEndAsync();
    await stop.CancelAsync();
});

var settings = new ConsumerSettings
{
    Connection = new() { BootstrapServers = broker, ClientId = group },
    Group = group,
    Topics = [topic],
};
await Task.WhenAll(Enumerable.Range(0, int.Parse(threads, CultureInfo.InvariantCulture)).Select(_ => Task.Factory.StartNew(
    () =>
    {
        using var member = new DrainMember(settings);
        member.Run(stop.Token);
    },
    CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default)));
return 0;
