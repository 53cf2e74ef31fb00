using System.Buffers;

namespace Gateway.Features.Passing;

/// <summary>
/// The path of a gRPC call. Only paths that every server parses alike are accepted: the gateway decides by the path who may call, and the
/// backend, which sees the gateway's own key, must not find another method in it.
/// </summary>
internal static class CallPath
{
    private static readonly SearchValues<char> NameCharacters =
        SearchValues.Create("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-~");

    /// <param name="path">Decoded, as routing gets it.</param>
    /// <returns>Whether it is a service and a method, with names as protobuf has them, or a little wider.</returns>
    public static bool IsMethod(ReadOnlySpan<char> path)
    {
        if (path is not ['/', .. var names])
        {
            return false;
        }

        var slash = names.IndexOf('/');
        return slash >= 0 && IsName(names[..slash]) && IsName(names[(slash + 1)..]);
    }

    private static bool IsName(ReadOnlySpan<char> name) => name is not ("" or "." or "..") && !name.ContainsAnyExcept(NameCharacters);
}
