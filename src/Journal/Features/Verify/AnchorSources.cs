using System.Net;
using Journal.Features.Anchors;
using Journal.Log.Signing;
using Journal.Log.Verifying;

namespace Journal.Features.Verify;

/// <summary>
/// The sources of anchors: files, addresses of checkpoints, and witnesses, which are asked for the last checkpoint that they signed.
/// </summary>
internal static class AnchorSources
{
    private const int MaxAnswerBytes = 1 << 20;
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(30);

    /// <param name="places">A witness is an address with its key: <c>https://host:5580#name+1a2b3c4d+BA...</c>.</param>
    /// <param name="log">The log to verify.</param>
    /// <param name="cancellationToken">Ends the wait for an answer.</param>
    /// <exception cref="InvalidDataException">A place holds no anchor, or one without the signature of its witness.</exception>
    /// <exception cref="IOException">A place cannot be read.</exception>
    public static Task<IReadOnlyList<Anchor>> ReadAsync(
        IEnumerable<string> places, VerifierKey log, CancellationToken cancellationToken) =>
        ReadAsync(places, log, Patience, cancellationToken);

    /// <summary>The same; an address has so long to answer.</summary>
    public static async Task<IReadOnlyList<Anchor>> ReadAsync(
        IEnumerable<string> places, VerifierKey log, TimeSpan patience, CancellationToken cancellationToken)
    {
        var anchors = new List<Anchor>();
        foreach (var place in places)
        {
            if (WitnessAddress.IsUrl(place) && WitnessAddress.HasKey(place))
            {
                anchors.Add(await AskAsync(WitnessAddress.Parse(place), log, patience, cancellationToken));
                continue;
            }

            var read = WitnessAddress.IsUrl(place)
                ? Anchor.Read(place, await FetchAsync(UriOf(place), patience, cancellationToken))
                : Anchor.Read(place, () => File.OpenRead(place), cancellationToken);
            anchors.AddRange(read.Count > 0 ? read : throw new InvalidDataException($"{place} holds no anchor."));
        }

        return anchors;
    }

    private static Uri UriOf(string place) => Uri.TryCreate(place, UriKind.Absolute, out var address)
        ? address
        : throw new InvalidDataException($"{place} is not an address.");

    private static async Task<Anchor> AskAsync(
        WitnessAddress witness, VerifierKey log, TimeSpan patience, CancellationToken cancellationToken)
    {
        var address = witness.Witnessed(log.Name);
        var note = SignedNote.Parse(await FetchAsync(address, patience, cancellationToken));
        return Cosignature.TimeOf(note, witness.Key) is not null
            ? new($"{address}", note, Checkpoint.Parse(note.Text))
            : throw new InvalidDataException($"{address}: the checkpoint is not signed by the witness {witness.Key.Name}.");
    }

    private static async Task<byte[]> FetchAsync(Uri address, TimeSpan patience, CancellationToken cancellationToken)
    {
        using var client = new HttpClient { Timeout = patience, MaxResponseContentBufferSize = MaxAnswerBytes };
        try
        {
            return await client.GetByteArrayAsync(address, cancellationToken);
        }
        catch (HttpRequestException exception) when (exception.StatusCode == HttpStatusCode.NotFound)
        {
            throw new InvalidDataException($"{address}: there is no checkpoint of this log.", exception);
        }
        catch (TaskCanceledException exception) when (!cancellationToken.IsCancellationRequested)
        {
            throw new IOException($"{address} did not answer within {patience.TotalSeconds:0.#} s.", exception);
        }
        catch (HttpRequestException exception)
        {
            throw new IOException($"{address} did not answer with a checkpoint: {exception.Message}", exception);
        }
    }
}
