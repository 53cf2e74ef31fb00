using System.Diagnostics;
using System.Text;
using Confluent.Kafka;
using Load.Machine;
using Load.Systems.Sigma.Processes;
using Load.Systems.Sigma.Streaming;

namespace Load.Systems.Sigma.Alerting;

/// <summary>Sigma between two topics, and a producer: many records that match nothing, and now and then one that makes an alert.</summary>
internal sealed class AlertStream : IAsyncDisposable
{
    private const int Partitions = 10;

    /// <summary>The record of the nine that the first case's rule matches.</summary>
    private const string Matching = "C93Ohi4w6CSyxU2C6g";

    private readonly RunningStream _stream;
    private readonly string _name = $"lab-{Guid.NewGuid():n}";
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("lab-alerts-");
    private readonly GroupObserver _group;
    private readonly IProducer<Null, byte[]> _producer;
    private readonly Message<Null, byte[]>[] _others;
    private readonly string _matching;
    private SigmaProcess? _sigma;
    private AlertArrivals? _arrivals;
    private long _next;
    private int _warmed;

    private AlertStream(RunningStream stream)
    {
        _stream = stream;
        _group = new(stream.Broker, _name, Partitions);
        var texts = ZeekStream.Records.Select(Encoding.UTF8.GetString).ToLookup(text => text.Contains(Matching, StringComparison.Ordinal));
        _matching = texts[true].Single();
        _others = [.. texts[false].Select(text => new Message<Null, byte[]> { Value = Encoding.UTF8.GetBytes(text) })];
        _producer = new ProducerBuilder<Null, byte[]>(new ProducerConfig
        {
            BootstrapServers = stream.Broker.Address,
            CompressionType = CompressionType.Snappy,
            LingerMs = 5,
            QueueBufferingMaxMessages = 500_000,
            EnableDeliveryReports = false, // whether a record has come, its alert tells
        }).SetErrorHandler((_, _) => { }).SetLogHandler((_, _) => { }).Build();
    }

    private string Alerts => $"{_name}-alerts";

    public AlertArrivals Arrivals => _arrivals!;

    public static async Task<AlertStream> StartAsync(RunningStream stream, CancellationToken cancellationToken)
    {
        var alerts = new AlertStream(stream);
        try
        {
            await alerts.StartAsync(cancellationToken);
            return alerts;
        }
        catch
        {
            await alerts.DisposeAsync();
            throw;
        }
    }

    /// <summary>Writes records that match nothing, spread over all partitions.</summary>
    public void WriteOthers(int count)
    {
        for (var i = 0; i < count; i++)
        {
            Write(_others[_next % _others.Length]);
        }
    }

    /// <summary>Writes a record that makes an alert.</summary>
    public void WriteProbe(int number) => Write(new Message<Null, byte[]>
    {
        Value = Encoding.UTF8.GetBytes($"{{\"{AlertArrivals.Probe}\":{number},{_matching.AsSpan(1)}"),
    });

    /// <summary>
    /// Probes among them have negative numbers: without any, the first alert of the process would fall into the span that is timed.
    /// </summary>
    /// <returns>Records per second that reach the end, if they are written and read as fast as possible for this time.</returns>
    /// <exception cref="LabException">An alert of these is missing.</exception>
    public async Task<double> MeasureAsync(TimeSpan length, CancellationToken cancellationToken)
    {
        const int AtOnce = 1_000;
        var (began, written) = (Stopwatch.GetTimestamp(), 0L);
        await Task.Run(
            () =>
            {
                for (; Stopwatch.GetElapsedTime(began) < length; written += AtOnce)
                {
                    cancellationToken.ThrowIfCancellationRequested();
                    WriteOthers(AtOnce);
                    WriteProbe(-++_warmed);
                }

                Flush(cancellationToken);
            },
            cancellationToken);
        await _group.UntilReadAsync(_group.Ends(), cancellationToken);
        var rate = written / Stopwatch.GetElapsedTime(began).TotalSeconds;
        await UntilAlertedAsync(0, cancellationToken);
        return rate;
    }

    /// <summary>Waits for the alerts of so many probes, and for those of the warm-up.</summary>
    /// <exception cref="LabException">Some are missing.</exception>
    public Task UntilAlertedAsync(int probes, CancellationToken cancellationToken) => GroupObserver.UntilAsync(
        "Alerts are missing", () => Arrivals.Count >= _warmed + probes, cancellationToken);

    /// <exception cref="LabException">Sigma does not say.</exception>
    public Task<CommitTimes> CommitsAsync(CancellationToken cancellationToken) => CommitTimes.ReadAsync(_sigma!.Http, cancellationToken);

    /// <summary>Waits until all that was written has left.</summary>
    public void Flush(CancellationToken cancellationToken)
    {
        while (_producer.Flush(TimeSpan.FromSeconds(1)) > 0)
        {
            cancellationToken.ThrowIfCancellationRequested();
        }
    }

    public async ValueTask DisposeAsync()
    {
        _stream.Observe([]);
        _producer.Dispose();
        if (_sigma is not null)
        {
            await _sigma.DisposeAsync();
        }

        _arrivals?.Dispose();
        _group.Dispose();
        await _stream.Broker.DeleteTopicAsync(_name);
        await _stream.Broker.DeleteTopicAsync(Alerts);
        _folder.Delete(recursive: true);
    }

    private async Task StartAsync(CancellationToken cancellationToken)
    {
        await _stream.Broker.CreateTopicsAsync((_name, Partitions), (Alerts, 1));
        _arrivals = new(_stream.Broker, Alerts);
        _sigma = SigmaProcess.Launch(new(
            null, _folder.FullName, FreePorts.Take(1)[0],
            [
                new("Rules:0", ZeekStream.RulesOf("case-1")),
                new("Sources:0", "kafka"),
                new("Sinks:0", "kafka"),
                new("Kafka:BootstrapServers", _stream.Broker.Address),
                new("Kafka:Topics:0", _name),
                new("Kafka:Group", _name),
                new("Kafka:AlertTopic", Alerts),
                new("Kafka:Threads", $"{Environment.ProcessorCount}"),
            ])
        {
            LogFolder = _stream.Folder.FullName,
        });
        await _sigma.BecomeReadyAsync(cancellationToken);
        _stream.Observe([_sigma.Observed]);
        await _group.UntilJoinedAsync(Environment.ProcessorCount, cancellationToken);
    }

    private void Write(Message<Null, byte[]> message)
    {
        while (true)
        {
            try
            {
                _producer.Produce(_group.Partitions[(int)(_next % Partitions)], message);
                _next++;
                return;
            }
            catch (ProduceException<Null, byte[]> exception) when (exception.Error.Code == ErrorCode.Local_QueueFull)
            {
                _producer.Poll(TimeSpan.FromMilliseconds(5)); // until some are on their way
            }
        }
    }
}
