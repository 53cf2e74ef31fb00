using System.Net.Http.Headers;
using System.Text.Json;
using System.Text;
using Hosting.Outgoing;

namespace Prober.Features.Notifications.Notifiers;

/// <summary>Posts JSON to an address, with the message's id as <c>Idempotency-Key</c>.</summary>
/// <param name="address">The address; some services' addresses are secret, so no error shows it.</param>
/// <param name="successStatus">The only status that means success; null for 200 to 299.</param>
/// <param name="format">Makes the body of a message and its id.</param>
internal sealed class WebhookNotifier(
    Uri address, IReadOnlyList<KeyValuePair<string, string>> headers, int? successStatus, Func<Notice, string, byte[]> format) : INotifier
{
    private const int MaxAnswer = 64 * 1024;

    private static readonly HttpClient Client = new(new SocketsHttpHandler
    {
        AllowAutoRedirect = false,
        PooledConnectionLifetime = TimeSpan.FromMinutes(5),
    })
    {
        Timeout = Timeout.InfiniteTimeSpan, // each call has its own
        DefaultRequestHeaders = { { "User-Agent", UserAgent.OfThisProgram } },
    };

    public string ContentType { get; init; } = "application/json";

    /// <summary>The address of one request, for services that want it signed.</summary>
    public Func<Uri, Uri> Sign { get; init; } = address => address;

    /// <summary>Signs the request itself, for services that want that.</summary>
    public Action<HttpRequestMessage, byte[]> Prepare { get; init; } = (_, _) => { };

    /// <summary>
    /// Whether an answer with a good status means failure, for services that say so in its JSON; null for no such service.
    /// </summary>
    public Func<JsonElement, bool>? HasFailed { get; init; }

    public async Task<string?> SendAsync(Notice notice, string id, CancellationToken cancellationToken)
    {
        var body = format(notice, id);
        using var request = new HttpRequestMessage(HttpMethod.Post, Sign(address)) { Content = new ByteArrayContent(body) };
        request.Content.Headers.ContentType = MediaTypeHeaderValue.Parse(ContentType);
        request.Headers.Add("Idempotency-Key", id);
        foreach (var (name, value) in headers)
        {
            if (!request.Headers.TryAddWithoutValidation(name, value))
            {
                request.Content.Headers.Remove(name);
                request.Content.Headers.TryAddWithoutValidation(name, value);
            }
        }

        Prepare(request, body);
        int status;
        try
        {
            using var response = await Client.SendAsync(request, HttpCompletionOption.ResponseHeadersRead, cancellationToken);
            status = (int)response.StatusCode;
            if (HasFailed is not null && response.IsSuccessStatusCode)
            {
                await CheckAsync(response, cancellationToken);
            }
        }
        catch (HttpRequestException exception)
        {
            throw new NotificationException($"The receiver cannot be reached: {Reason(exception.HttpRequestError)}.", exception);
        }

        if (successStatus is { } wanted ? status != wanted : status is < 200 or > 299)
        {
            throw new NotificationException($"The receiver answered {status}.");
        }

        return null;
    }

    /// <exception cref="NotificationException">The answer says that the message was not taken.</exception>
    private async Task CheckAsync(HttpResponseMessage response, CancellationToken cancellationToken)
    {
        await using var stream = await response.Content.ReadAsStreamAsync(cancellationToken);
        var answer = new byte[MaxAnswer];
        var length = await stream.ReadAtLeastAsync(answer, MaxAnswer, throwOnEndOfStream: false, cancellationToken);
        try
        {
            using var json = JsonDocument.Parse(answer.AsMemory(0, length));
            if (HasFailed!(json.RootElement))
            {
                throw new NotificationException($"The receiver did not take it: {Shown(answer.AsSpan(0, Math.Min(length, 300)))}");
            }
        }
        catch (Exception exception) when (exception is JsonException or InvalidOperationException)
        {
            throw new NotificationException("The receiver's answer is not the JSON that its service promises.", exception);
        }
    }

    private static string Shown(ReadOnlySpan<byte> answer) =>
        string.Concat(Encoding.UTF8.GetString(answer).Where(letter => !char.IsControl(letter)));

    /// <summary>The exception's message may contain the address.</summary>
    private static string Reason(HttpRequestError error) => error switch
    {
        HttpRequestError.NameResolutionError => "its name cannot be resolved",
        HttpRequestError.ConnectionError => "it does not accept connections",
        HttpRequestError.SecureConnectionError => "the TLS handshake failed",
        _ => $"{error}",
    };
}
