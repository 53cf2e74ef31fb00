using System.Runtime.CompilerServices;

namespace Grpc.Core;

/// <summary>Shorter ways to read a stream.</summary>
public static class AsyncStreamReaderExtensions
{
    public static Task<bool> MoveNext<T>(this IAsyncStreamReader<T> streamReader)
        where T : class
    {
        ArgumentNullException.ThrowIfNull(streamReader);
        return streamReader.MoveNext(CancellationToken.None);
    }

    /// <summary>For <c>await foreach</c>.</summary>
    public static IAsyncEnumerable<T> ReadAllAsync<T>(
        this IAsyncStreamReader<T> streamReader,
        CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(streamReader);
        return ReadAllCore(streamReader, cancellationToken);
    }

    private static async IAsyncEnumerable<T> ReadAllCore<T>(
        IAsyncStreamReader<T> streamReader,
        [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        while (await streamReader.MoveNext(cancellationToken).ConfigureAwait(false))
        {
            yield return streamReader.Current;
        }
    }
}
