namespace Grpc.Core;

/// <summary>The requests of a streaming call.</summary>
public interface IClientStreamWriter<in T> : IAsyncStreamWriter<T>
{
    /// <summary>There will be no more requests.</summary>
    Task CompleteAsync();
}
