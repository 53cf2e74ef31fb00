using System.Runtime.CompilerServices;

namespace Grpc.Core;

/// <summary>Messages as they arrive. One reader at a time.</summary>
public interface IAsyncStreamReader<out T>
{
    /// <summary>The message that the last <see cref="MoveNext"/> found.</summary>
    T Current { get; }

    /// <summary>True when there is another message, false when the other side has sent its last.</summary>
    /// <exception cref="RpcException">The call failed.</exception>
    Task<bool> MoveNext(CancellationToken cancellationToken);
}

/// <summary>Shorter ways to read a stream.</summary>
public static class AsyncStreamReaderExtensions
{
    public static Task<bool> MoveNext<T>(this IAsyncStreamReader<T> streamReader)
        where T : class
    {
        ArgumentNullException.ThrowIfNull(streamReader);
        return streamReader.MoveNext(CancellationToken.None);
    }

    /// <summary>Lets <c>await foreach</c> read the stream.</summary>
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
