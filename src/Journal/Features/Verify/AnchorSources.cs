using System.Net;
using Journal.Features.Anchors;
using Journal.Log.Signing;
using Journal.Log.Verifying;

namespace Journal.Features.Verify;

/// <summary>
/// Where anchors come from: files, the addresses of checkpoints, and witnesses, which are asked for what they have signed last.
/// </summary>
internal static class AnchorSources
{
    private const int MaxAnswerBytes = 1 << 20;
    private static readonly TimeSpan Timeout = TimeSpan.FromSeconds(30);

    /// <param name="places">A witness is an address with its key: <c>https://host:5580#name+1a2b3c4d+BA...</c>.</param>
    /// <param name="log">The log that is verified.</param>
    /// <param name="cancellationToken">Ends the wait for an answer.</param>
    /// <exception cref="InvalidDataException">A place holds no anchor, or one that its witness has not signed.</exception>
    /// <exception cref="IOException">A place cannot be read.</exception>
    public static async Task<IReadOnlyList<Anchor>> ReadAsync(
        IEnumerable<string> places, VerifierKey log, CancellationToken cancellationToken)
    {
        var anchors = new List<Anchor>();
        foreach (var place in places)
        {
            if (WitnessAddress.IsUrl(place) && WitnessAddress.HasKey(place))
            {
                anchors.Add(await AskAsync(WitnessAddress.Parse(place), log, cancellationToken));
                continue;
            }

            var content = WitnessAddress.IsUrl(place)
                ? await FetchAsync(UriOf(place), cancellationToken)
                : await File.ReadAllBytesAsync(place, cancellationToken);
            var read = Anchor.Read(place, content);
            anchors.AddRange(read.Count > 0 ? read : throw new InvalidDataException($"{place} holds no anchor."));
        }

        return anchors;
    }

    private static Uri UriOf(string place) => Uri.TryCreate(place, UriKind.Absolute, out var address)
        ? address
        : throw new InvalidDataException($"{place} is no address.");

    private static async Task<Anchor> AskAsync(WitnessAddress witness, VerifierKey log, CancellationToken cancellationToken)
    {
        var address = witness.Witnessed(log.Name);
        var note = SignedNote.Parse(await FetchAsync(address, cancellationToken));
        return Cosignature.TimeOf(note, witness.Key) is not null
            ? new($"{address}", note, Checkpoint.Parse(note.Text))
            : throw new InvalidDataException($"{address}: the checkpoint is not signed by the witness {witness.Key.Name}.");
    }

    private static async Task<byte[]> FetchAsync(Uri address, CancellationToken cancellationToken)
    {
        using var client = new HttpClient { Timeout = Timeout, MaxResponseContentBufferSize = MaxAnswerBytes };
        try
        {
            return await client.GetByteArrayAsync(address, cancellationToken);
        }
        catch (HttpRequestException exception) when (exception.StatusCode == HttpStatusCode.NotFound)
        {
            throw new InvalidDataException($"{address}: there is no checkpoint of this log.", exception);
        }
        catch (HttpRequestException exception)
        {
            throw new IOException($"{address} does not answer with a checkpoint: {exception.Message}", exception);
        }
    }
}
