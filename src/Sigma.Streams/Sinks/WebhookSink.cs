using System.Collections.Concurrent;
using System.Net;
using System.Net.Http.Headers;
using Hosting.Outgoing;
using Microsoft.Extensions.Options;
using Sigma.Streams.Alerts;
using Sigma.Streams.Flow;
using Sigma.Streams.Settings;

namespace Sigma.Streams.Sinks;

/// <summary>
/// Posts each alert, with its id as <c>Idempotency-Key</c>. An alert that is refused for good becomes a dead letter; after any other
/// failure the delivery is tried again, without the accepted alerts.
/// </summary>
internal sealed class WebhookSink : ISink, IDisposable
{
    public const string Name = "webhook";

    private readonly HttpClient _http;
    private readonly WebhookSettings _settings;
    private readonly TimeProvider _time;
    private readonly Uri _url;

    // The alerts of the current delivery that need no further attempt.
    private readonly ConcurrentDictionary<string, DeadLetter?> _done = [];
    private Delivery? _current;

    public WebhookSink(IOptions<WebhookSettings> settings, TimeProvider time)
    {
        (_settings, _time) = (settings.Value, time);
        _url = Uri.TryCreate(_settings.Url, UriKind.Absolute, out var url) && url.Scheme is "http" or "https" ? url
            : throw new InvalidDataException("The sink webhook needs Sigma:Webhook:Url, an address of http or https.");
        _http = new(new SocketsHttpHandler { AllowAutoRedirect = false, PooledConnectionLifetime = TimeSpan.FromMinutes(5) })
        {
            Timeout = _settings.Timeout,
            DefaultRequestHeaders = { { "User-Agent", UserAgent.OfThisProgram } },
        };
    }

    public async Task<IReadOnlyList<DeadLetter>> WriteAsync(Delivery delivery, CancellationToken cancellationToken)
    {
        if (_current != delivery)
        {
            _current = delivery;
            _done.Clear();
        }

        var waiting = delivery.Alerts.Where(alert => !_done.ContainsKey(alert.Id)).DistinctBy(alert => alert.Id);
        var options = new ParallelOptions { MaxDegreeOfParallelism = _settings.Concurrency, CancellationToken = cancellationToken };
        Exception? failure = null;
        await Parallel.ForEachAsync(waiting, options, async (alert, token) =>
        {
            try
            {
                // After a failure no further POST is started; running ones continue, because they may succeed.
                if (failure is null)
                {
                    _done[alert.Id] = await PostAsync(alert, token);
                }
            }
            catch (Exception exception) when (
                exception is HttpRequestException or OperationCanceledException && !token.IsCancellationRequested)
            {
                failure = exception;
            }
        });
        cancellationToken.ThrowIfCancellationRequested();
        return failure switch
        {
            null => [.. _done.Values.OfType<DeadLetter>()],
            HttpRequestException answer => throw new HttpRequestException(answer.Message, answer),
            _ => throw new TimeoutException($"{_url.Authority} did not answer within {_settings.Timeout.TotalSeconds:0.###} s.", failure),
        };
    }

    public void Dispose() => _http.Dispose();

    /// <returns>Null when it was accepted.</returns>
    private async Task<DeadLetter?> PostAsync(Alert alert, CancellationToken cancellationToken)
    {
        var body = AlertJson.Of(alert);
        using var request = new HttpRequestMessage(HttpMethod.Post, _url) { Content = new ByteArrayContent(body) };
        request.Content.Headers.ContentType = new MediaTypeHeaderValue("application/json");
        request.Headers.Add("Idempotency-Key", alert.Id);
        if (_settings.Authorization is { } authorization)
        {
            request.Headers.TryAddWithoutValidation("Authorization", authorization);
        }

        using var response = await _http.SendAsync(request, HttpCompletionOption.ResponseHeadersRead, cancellationToken);
        if (response.IsSuccessStatusCode || response.StatusCode == HttpStatusCode.Conflict)
        {
            return null;
        }

        return IsFinal(response.StatusCode)
            ? new(Name, alert.Event.Partition, alert.Event.Offset, "refused", $"{_url.Authority} answered {(int)response.StatusCode}.",
                _time.GetUtcNow(), body)
            : throw new HttpRequestException($"{_url.Authority} answered {(int)response.StatusCode}.");
    }

    /// <summary>Whether a repeated request would get the same answer.</summary>
    private static bool IsFinal(HttpStatusCode status) =>
        (int)status is >= 300 and < 500
        && status is not (HttpStatusCode.RequestTimeout or HttpStatusCode.TooManyRequests or HttpStatusCode.Unauthorized
            or HttpStatusCode.Forbidden or HttpStatusCode.NotFound or HttpStatusCode.ProxyAuthenticationRequired);
}
