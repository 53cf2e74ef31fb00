using System.Globalization;
using System.Net;
using System.Net.Http.Headers;
using System.Security.Cryptography;
using System.Text;
using Hosting.Outgoing;

namespace Journal.Features.Replay.Sinks;

/// <summary>
/// An address that takes lines over HTTP, such as Sigma's <c>/v1/events</c>: a POST for the lines of each frame. The same lines have the
/// same <c>Idempotency-Key</c> at each attempt, so that a receiver that knows them already can tell. A receiver that is away is waited for.
/// </summary>
internal sealed class HttpOutput : IReplaySink
{
    private const int MaxReasonLetters = 200;
    private const int MaxReasonBytes = 4 * MaxReasonLetters;
    private const int HashDigits = 16;

    private static readonly TimeSpan ConnectTimeout = TimeSpan.FromSeconds(5);
    private static readonly TimeSpan AnswerTimeout = TimeSpan.FromSeconds(30);
    private static readonly TimeSpan ReasonTimeout = TimeSpan.FromSeconds(5);
    private static readonly TimeSpan LongestWait = TimeSpan.FromSeconds(5);

    private readonly HttpClient _http;
    private readonly Uri _address;
    private readonly string _origin;
    private readonly PatientSending _sending;

    /// <param name="address">An <c>http</c> or <c>https</c> address; a name and a password in it are sent as Basic credentials.</param>
    /// <param name="origin">The log's name, so that lines of two logs are told apart.</param>
    /// <param name="messages">Gets a line when the receiver is away, and when it is back.</param>
    public HttpOutput(Uri address, string origin, TextWriter messages)
    {
        _address = new UriBuilder(address) { UserName = "", Password = "" }.Uri;
        (_origin, _sending) = (Uri.EscapeDataString(origin), new(_address, LongestWait, messages));
        _http = OutgoingHttp.NewClient(OutgoingHttp.NewHandler(ConnectTimeout), AnswerTimeout);
        if (address.UserInfo.Length > 0)
        {
            var credentials = Encoding.UTF8.GetBytes(Uri.UnescapeDataString(address.UserInfo));
            _http.DefaultRequestHeaders.Authorization = new("Basic", Convert.ToBase64String(credentials));
        }
    }

    public static bool Takes(Uri? address) => address is { Scheme: "http" or "https", Host.Length: > 0 };

    public Task SendAsync(ReplayedLines lines, CancellationToken cancellationToken) =>
        _sending.SendAsync(_ => TryAsync(lines, cancellationToken), cancellationToken);

    /// <summary>Each frame is answered already.</summary>
    public Task FinishAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public ValueTask DisposeAsync()
    {
        _http.Dispose();
        return ValueTask.CompletedTask;
    }

    /// <returns>Why the receiver does not have them; null when it has.</returns>
    /// <exception cref="IOException">It will never take them.</exception>
    private async Task<string?> TryAsync(ReplayedLines lines, CancellationToken cancellationToken)
    {
        var (first, last) = (lines.SequenceOf(0), lines.SequenceOf(lines.Count - 1));
        using var request = new HttpRequestMessage(HttpMethod.Post, _address) { Content = new ReadOnlyMemoryContent(lines.Bytes) };
        request.Content.Headers.ContentType = new MediaTypeHeaderValue("application/x-ndjson");
        var hash = Convert.ToHexStringLower(SHA256.HashData(lines.Bytes.Span))[..HashDigits]; // another filter has others between them
        request.Headers.TryAddWithoutValidation(
            "Idempotency-Key", string.Create(CultureInfo.InvariantCulture, $"{_origin}/{first}-{last}-{hash}"));
        try
        {
            using var answer = await _http.SendAsync(request, HttpCompletionOption.ResponseHeadersRead, cancellationToken);
            if (answer.IsSuccessStatusCode)
            {
                return null;
            }

            var text = (await ReasonAsync(answer, cancellationToken)).ReplaceLineEndings(" ");
            var reason = $"it answered {(int)answer.StatusCode}: {text[..Math.Min(text.Length, MaxReasonLetters)]}".TrimEnd(' ', ':');
            return IsForNow(answer.StatusCode) ? reason
                : throw new IOException(
                    $"{_address}: {reason.TrimEnd('.')}. Every line before {first} is there: continue with --from {first}.");
        }
        catch (HttpRequestException failed)
        {
            return failed.Message;
        }
        catch (OperationCanceledException) when (!cancellationToken.IsCancellationRequested)
        {
            return $"it has not answered within {AnswerTimeout.TotalSeconds:0} s.";
        }
    }

    /// <returns>The beginning of the body; nothing if it does not come: the status says enough.</returns>
    private static async Task<string> ReasonAsync(HttpResponseMessage answer, CancellationToken cancellationToken)
    {
        using var patience = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        patience.CancelAfter(ReasonTimeout);
        var bytes = new byte[MaxReasonBytes];
        try
        {
            await using var body = await answer.Content.ReadAsStreamAsync(patience.Token);
            var length = await body.ReadAtLeastAsync(bytes, bytes.Length, throwOnEndOfStream: false, patience.Token);
            return Encoding.UTF8.GetString(bytes.AsSpan(0, length));
        }
        catch (Exception exception) when (exception is IOException or HttpRequestException
            || (exception is OperationCanceledException && !cancellationToken.IsCancellationRequested))
        {
            return "";
        }
    }

    /// <summary>A person may give it a key, or start what is behind it; anything else is wrong with the lines or the address.</summary>
    private static bool IsForNow(HttpStatusCode status) => status is HttpStatusCode.Unauthorized or HttpStatusCode.Forbidden
        or HttpStatusCode.RequestTimeout or HttpStatusCode.TooManyRequests or >= HttpStatusCode.InternalServerError;
}
