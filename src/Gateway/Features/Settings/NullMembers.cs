namespace Gateway.Features.Settings;

/// <summary>A set or a route that is null in a settings file is an empty one: the checks say what it lacks.</summary>
internal static class NullMembers
{
    public static void Fill(GatewayOptions options)
    {
        Fill(options.Sets);
        Fill(options.Routes);
    }

    private static void Fill<T>(Dictionary<string, T> members)
        where T : class, new()
    {
        foreach (var name in members.Where(member => member.Value is null).Select(member => member.Key).ToList())
        {
            members[name] = new();
        }
    }
}
