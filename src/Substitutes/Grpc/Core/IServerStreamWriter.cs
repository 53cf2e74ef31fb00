namespace Grpc.Core;

/// <summary>The responses of a streaming call; it ends when the handler returns.</summary>
public interface IServerStreamWriter<in T> : IAsyncStreamWriter<T>;
