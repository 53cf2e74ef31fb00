using System.Text;
using Sigma.Streams.Alerts;

namespace Sigma.Streams.Elasticsearch;

/// <summary>An alert as a document with <c>@timestamp</c>, which data streams require.</summary>
internal static class AlertDocument
{
    /// <param name="alert">The alert.</param>
    /// <param name="now">The time of an alert that has none of its own.</param>
    public static byte[] Of(Alert alert, DateTimeOffset now) =>
    [
        .. Encoding.UTF8.GetBytes($$"""{"@timestamp":"{{(alert.Time ?? now).UtcDateTime:O}}","""),
        .. AlertJson.Of(alert).AsSpan(1), // behind its brace
    ];
}
