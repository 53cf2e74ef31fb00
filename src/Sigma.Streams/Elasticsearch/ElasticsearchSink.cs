using System.Globalization;
using System.Security.Cryptography;
using Elasticsearch.Client.Bulk;
using Elasticsearch.Client.Transport;
using Microsoft.Extensions.Options;
using Sigma.Streams.Alerts;
using Sigma.Streams.Flow;

namespace Sigma.Streams.Elasticsearch;

/// <summary>
/// Writes each alert as a document with the alert's id as <c>_id</c>, so that a repeated alert makes no second document. An alert that the
/// mapping refuses becomes a dead letter; after any other failure the delivery is tried again.
/// </summary>
internal sealed class ElasticsearchSink : ISink, IDisposable
{
    public const string Name = "elasticsearch";

    private readonly ClusterClient _client;
    private readonly AlertIndex _index;
    private readonly TimeProvider _time;

    public ElasticsearchSink(IOptions<ClusterOptions> cluster, IOptions<AlertIndexOptions> settings, TimeProvider time)
    {
        _time = time;
        try
        {
            var timeout = settings.Value.Timeout;
            var options = new ClientOptions { Cluster = cluster.Value, Timeout = timeout, AttemptTimeout = timeout / 2 };
            options.Validate();
            _client = new(options, NodeHandler.Create(options), time);
        }
        catch (Exception exception) when (exception is ArgumentException or IOException or InvalidDataException or CryptographicException)
        {
            throw new InvalidDataException($"The sink elasticsearch cannot use Sigma:Elasticsearch: {exception.Message}", exception);
        }

        _index = new(_client, settings.Value.Index);
    }

    public async Task<IReadOnlyList<DeadLetter>> WriteAsync(Delivery delivery, CancellationToken cancellationToken)
    {
        var refused = new List<DeadLetter>();
        try
        {
            foreach (var alerts in Batches(delivery.Alerts))
            {
                await _index.EnsureAsync(cancellationToken);
                await WriteAsync(alerts, refused, cancellationToken);
            }
        }
        catch (ElasticsearchUnavailableException exception)
        {
            throw new IOException(exception.Message, exception);
        }

        return refused;
    }

    public void Dispose() => _client.Dispose();

    private IEnumerable<List<(Alert Alert, BulkWrite Write)>> Batches(IEnumerable<Alert> alerts)
    {
        var (batch, bytes) = (new List<(Alert, BulkWrite)>(), 0);
        foreach (var alert in alerts.DistinctBy(alert => (alert.Id, alert.Repeats)))
        {
            var json = AlertDocument.Of(alert, _time.GetUtcNow());
            batch.Add((alert, BulkWrite.Create(IdOf(alert), json)));
            bytes += json.Length;
            if (batch.Count >= BulkOptions.DefaultMaxBatch || bytes >= BulkOptions.DefaultMaxBatchBytes)
            {
                yield return batch;
                (batch, bytes) = ([], 0);
            }
        }

        if (batch.Count > 0)
        {
            yield return batch;
        }
    }

    /// <summary>An alert that stands for held-back ones is another document than the alert by itself.</summary>
    private static string IdOf(Alert alert) =>
        alert.Repeats == 0 ? alert.Id : string.Create(CultureInfo.InvariantCulture, $"{alert.Id}-{alert.Repeats}");

    private async Task WriteAsync(
        List<(Alert Alert, BulkWrite Write)> alerts, List<DeadLetter> refused, CancellationToken cancellationToken)
    {
        var batch = new BulkBatch([.. alerts.Select(alert => alert.Write)]);
        var answers = await batch.SendAsync(_client, _index.BulkPath, _index.Name, cancellationToken);
        foreach (var ((alert, write), answer) in alerts.Zip(answers))
        {
            if (answer.IsWritten || answer.IsConflict)
            {
                continue;
            }

            var reason = $"{answer.ErrorType}: {answer.Reason}";
            if (answer.Status is not (400 or 413))
            {
                // A full disk, a missing privilege, a full queue: it may succeed another time.
                _index.Forget();
                throw new IOException($"Elasticsearch cannot store alerts now (HTTP {answer.Status}, {reason}).");
            }

            refused.Add(new(
                Name, alert.Event.Partition, alert.Event.Offset, "refused", $"Elasticsearch refuses the alert {alert.Id}: {reason}",
                _time.GetUtcNow(), write.Document));
        }
    }
}
