using Journal.Log.Verifying;

namespace Journal.Features.Verify;

/// <summary>Where anchors come from: files, and the addresses of checkpoints.</summary>
internal static class AnchorSources
{
    private const int MaxAnswerBytes = 1 << 20;
    private static readonly TimeSpan Timeout = TimeSpan.FromSeconds(30);

    public static async Task<IReadOnlyList<Anchor>> ReadAsync(IEnumerable<string> places, CancellationToken cancellationToken)
    {
        var anchors = new List<Anchor>();
        foreach (var place in places)
        {
            var content = Uri.TryCreate(place, UriKind.Absolute, out var address) && address.Scheme is "http" or "https"
                ? await FetchAsync(address, cancellationToken)
                : await File.ReadAllBytesAsync(place, cancellationToken);
            var read = Anchor.Read(place, content);
            anchors.AddRange(read.Count > 0 ? read : throw new InvalidDataException($"{place} holds no anchor."));
        }

        return anchors;
    }

    private static async Task<byte[]> FetchAsync(Uri address, CancellationToken cancellationToken)
    {
        using var client = new HttpClient { Timeout = Timeout, MaxResponseContentBufferSize = MaxAnswerBytes };
        try
        {
            return await client.GetByteArrayAsync(address, cancellationToken);
        }
        catch (HttpRequestException exception)
        {
            throw new IOException($"{address} does not answer with a checkpoint: {exception.Message}", exception);
        }
    }
}
