using System.Globalization;
using System.Net;
using System.Net.Http.Headers;
using System.Text;
using Durable;
using Hosting.Outgoing;
using Journal.Log.Folders;
using Journal.Log.Signing;
using Journal.Log.Tiles;
using Journal.Log.Trees;
using Journal.Log.Witnessing;

namespace Journal.Features.Anchors;

/// <summary>
/// A witness (C2SP tlog-witness) that signs each checkpoint if it continues the previous one. The last one that it signed is stored, with
/// its signature, in the journal's folder.
/// </summary>
internal sealed class WitnessAnchorStore(WitnessAddress witness, JournalFolder folder) : IAnchorStore
{
    private const int MaxAnswerBytes = 16 << 10;
    private const int MaxReasonLetters = 200;
    private static readonly TimeSpan ConnectTimeout = TimeSpan.FromSeconds(5);
    private static readonly TimeSpan AnswerTimeout = TimeSpan.FromSeconds(10);

    private readonly HttpClient _http =
        OutgoingHttp.NewClient(OutgoingHttp.NewHandler(ConnectTimeout), AnswerTimeout, MaxAnswerBytes);

    /// <summary>The size that the witness signed last, as far as this journal knows; the witness corrects it if it is wrong.</summary>
    private long _known;

    public string Name => witness.Prefix.ToString();

    public async Task KeepAsync(SignedNote note, CancellationToken cancellationToken)
    {
        var checkpoint = Checkpoint.Parse(note.Text);
        var (status, text) = await OfferAsync(note, checkpoint.Size, cancellationToken);
        if (status == HttpStatusCode.Conflict && SizeIn(text) is { } size)
        {
            if (size > checkpoint.Size)
            {
                throw new DeniedHistoryException(
                    $"It has signed {size} frames of this log, which has only {checkpoint.Size}: the folder is an older copy of itself, "
                    + "its end was "
                    + "cut, or a clone of this machine, with the same keys, has gone on.");
            }

            _known = size;
            (status, text) = await OfferAsync(note, checkpoint.Size, cancellationToken);
            if (status == HttpStatusCode.Conflict && SizeIn(text) == checkpoint.Size && _known == checkpoint.Size)
            {
                throw new DeniedHistoryException(
                    $"It has signed another root for the {size} frames of this log: a clone of this machine, with the same keys, may run.");
            }
        }

        if (status == HttpStatusCode.UnprocessableEntity)
        {
            throw new DeniedHistoryException(
                $"This log does not begin with the {_known} frames that it signed: a clone of this machine, with the same keys, may run. "
                + $"It says: {Short(text)}");
        }

        if (status != HttpStatusCode.OK)
        {
            throw new IOException($"It answers {(int)status}: {Short(text)}");
        }

        var cosigned = note.With(text.Split('\n', StringSplitOptions.RemoveEmptyEntries).Select(Parse)
            .Where(signature => Cosignature.IsOf(signature, witness.Key)));
        if (Cosignature.TimeOf(cosigned, witness.Key) is null)
        {
            throw new IOException("Its answer is not signed with the key that Journal:Anchors names.");
        }

        _known = checkpoint.Size;
        folder.Disk.Replace(Path.Combine(folder.Cosigned, $"{witness.Key.Id:x8}"), cosigned.ToBytes());
    }

    public void Dispose() => _http.Dispose();

    private static NoteSignature Parse(string line)
    {
        try
        {
            return NoteSignature.Parse(line);
        }
        catch (InvalidDataException exception)
        {
            throw new IOException($"Its answer is not a signature: {exception.Message}", exception);
        }
    }

    private static long? SizeIn(string text) => text.EndsWith('\n')
        && long.TryParse(text[..^1], NumberStyles.None, CultureInfo.InvariantCulture, out var size) ? size : null;

    private static string Short(string text) => text[..Math.Min(text.Length, MaxReasonLetters)].ReplaceLineEndings(" ");

    private async Task<(HttpStatusCode Status, string Text)> OfferAsync(SignedNote note, long size, CancellationToken cancellationToken)
    {
        // A journal that has forgotten what the witness signed last learns it from the first answer.
        var known = _known <= size ? _known : 0;
        var proof = ConsistencyProof.Make(new TileReader(folder.Tiles, size).Hash, known, size);
        using var content = new ByteArrayContent(new CheckpointOffer(known, proof, note).ToBytes());
        content.Headers.ContentType = new MediaTypeHeaderValue("text/plain") { CharSet = Encoding.UTF8.WebName };
        try
        {
            using var answer = await _http.PostAsync(witness.AddCheckpoint, content, cancellationToken);
            return (answer.StatusCode, Encoding.UTF8.GetString(await answer.Content.ReadAsByteArrayAsync(cancellationToken)));
        }
        catch (HttpRequestException exception)
        {
            throw new IOException(exception.Message, exception);
        }
        catch (OperationCanceledException exception) when (!cancellationToken.IsCancellationRequested)
        {
            throw new IOException($"It did not answer within {AnswerTimeout.TotalSeconds:0} s.", exception);
        }
    }
}
