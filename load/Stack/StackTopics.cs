using Confluent.Kafka;
using Confluent.Kafka.Admin;
using Kafka.Client.Native;
using Load.Machine;

namespace Load.Stack;

/// <summary>The topic by which the journal's lines reach Sigma.</summary>
internal static class StackTopics
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(15);

    /// <exception cref="LabException">No broker answers, or the native library is missing.</exception>
    public static async Task MakeAsync(string brokers, CancellationToken cancellationToken)
    {
        if (LibrdkafkaLoader.Missing is { } missing) // asked before the first client: it finds the library
        {
            throw new LabException(missing);
        }

        using var admin = new AdminClientBuilder(new AdminClientConfig { BootstrapServers = brokers }).SetLogHandler((_, _) => { }).Build();
        try
        {
            await admin.CreateTopicsAsync(
                [new TopicSpecification { Name = StackMembers.Topic, NumPartitions = 1, ReplicationFactor = 1 }],
                new CreateTopicsOptions { RequestTimeout = Patience }).WaitAsync(cancellationToken);
        }
        catch (CreateTopicsException exception) when (exception.Results.TrueForAll(
            result => result.Error.Code == ErrorCode.TopicAlreadyExists))
        {
            // Of an earlier stack: Sigma's group continues where it ended.
        }
        catch (KafkaException exception)
        {
            throw new LabException($"--kafka {brokers}: {exception.Error.Reason}");
        }
    }
}
