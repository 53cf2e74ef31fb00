using System.Globalization;
using System.Net.Http.Headers;
using System.Security.Cryptography;
using System.Security.Cryptography.Pkcs;
using Durable;
using Hosting.Outgoing;
using Journal.Log.Folders;
using Journal.Log.Signing;
using Journal.Log.Writing;

namespace Journal.Features.Anchors;

/// <summary>
/// An authority for time stamps (RFC 3161): it signs the hash of a checkpoint and the time. The checkpoint and the answer are kept in the
/// journal's folder, where <c>openssl ts -verify</c> can check them.
/// </summary>
internal sealed class TimeStampStore : IAnchorStore
{
    private const string Scheme = "tsa:";
    private const int NonceBytes = 16;
    private const int MaxAnswerBytes = 64 << 10;
    private static readonly TimeSpan DefaultPatience = TimeSpan.FromSeconds(10);
    private static readonly TimeSpan MaxClockDifference = TimeSpan.FromMinutes(5);

    /// <summary>Two authorities may stamp one checkpoint at once: the stamp that comes last is kept.</summary>
    private static readonly Lock Gate = new();

    private readonly HttpClient _http;
    private readonly TimeSpan _patience;
    private readonly Uri _address;
    private readonly TimeStampCheck _check;
    private readonly JournalFolder _folder;
    private readonly TimeProvider _time;

    /// <param name="text">The setting: the scheme, and the authority's address.</param>
    /// <param name="check">Judges its answers.</param>
    /// <param name="rest">The least time between two stamps.</param>
    /// <param name="folder">Gets checkpoints and answers.</param>
    /// <param name="time">The machine's clock.</param>
    /// <param name="patience">How long a whole answer may take; null for ten seconds.</param>
    /// <exception cref="JournalRefusedException">The text is no address of an authority.</exception>
    public TimeStampStore(
        string text, TimeStampCheck check, TimeSpan rest, JournalFolder folder, TimeProvider time, TimeSpan? patience = null)
    {
        if (!Uri.TryCreate(text[Scheme.Length..], UriKind.Absolute, out var address) || !WitnessAddress.IsUrl(text[Scheme.Length..]))
        {
            throw new JournalRefusedException(
                $"Journal:Anchors: {text} is no time stamp authority: write tsa: and its address, such as tsa:https://tsa.example/tsr.");
        }

        (Name, Rest, _address, _check, _folder, _time) = (text, rest, address, check, folder, time);
        _patience = patience ?? DefaultPatience;
        _http = OutgoingHttp.NewClient(OutgoingHttp.NewHandler(_patience), _patience, MaxAnswerBytes);
    }

    public string Name { get; }

    public TimeSpan Rest { get; }

    public static bool Is(string text) => text.StartsWith(Scheme, StringComparison.OrdinalIgnoreCase);

    public static string CheckpointFile(string folder, long size) => FileOf(folder, size, "checkpoint");

    public static string StampFile(string folder, long size) => FileOf(folder, size, "tsr");

    public async Task KeepAsync(SignedNote note, CancellationToken cancellationToken)
    {
        var (content, size) = (note.ToBytes(), Checkpoint.Parse(note.Text).Size);
        var request = Rfc3161TimestampRequest.CreateFromHash(
            SHA256.HashData(content), HashAlgorithmName.SHA256, null, RandomNumberGenerator.GetBytes(NonceBytes),
                requestSignerCertificates: true);
        var answer = await AskAsync(request.Encode(), cancellationToken);
        DateTimeOffset time;
        try
        {
            (time, _) = _check.Check(answer, request, content);
        }
        catch (InvalidDataException exception)
        {
            throw new IOException(exception.Message, exception);
        }

        var difference = (time - _time.GetUtcNow()).Duration();
        if (difference > MaxClockDifference)
        {
            throw new IOException(
                $"Its time stamp says {time.UtcDateTime:yyyy-MM-dd HH:mm:ss}Z, which is {difference.TotalMinutes:0} minutes from this "
                + "machine's "
                + "clock: one of the two clocks is wrong.");
        }

        lock (Gate)
        {
            _folder.Disk.CreateFolders(_folder.TimeStamps);
            _folder.Disk.Replace([(CheckpointFile(_folder.TimeStamps, size), content), (StampFile(_folder.TimeStamps, size), answer)]);
        }
    }

    public void Dispose() => _http.Dispose();

    private static string FileOf(string folder, long size, string end) =>
        Path.Combine(folder, string.Create(CultureInfo.InvariantCulture, $"{size}.{end}"));

    private async Task<byte[]> AskAsync(byte[] request, CancellationToken cancellationToken)
    {
        using var content = new ByteArrayContent(request);
        content.Headers.ContentType = new MediaTypeHeaderValue("application/timestamp-query");
        try
        {
            using var answer = await _http.PostAsync(_address, content, cancellationToken);
            return answer.IsSuccessStatusCode
                ? await answer.Content.ReadAsByteArrayAsync(cancellationToken)
                : throw new IOException($"It answers {(int)answer.StatusCode}.");
        }
        catch (HttpRequestException exception) when (exception.HttpRequestError == HttpRequestError.ConfigurationLimitExceeded)
        {
            throw new IOException($"Its answer is longer than {MaxAnswerBytes >> 10} KiB: it is no time stamp.", exception);
        }
        catch (HttpRequestException exception)
        {
            throw new IOException(exception.Message, exception);
        }
        catch (OperationCanceledException exception) when (!cancellationToken.IsCancellationRequested)
        {
            throw new IOException($"It did not answer within {_patience.TotalSeconds:0.#} s.", exception);
        }
    }
}
