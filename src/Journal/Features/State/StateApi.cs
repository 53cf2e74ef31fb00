using Hosting.Web.Api;

namespace Journal.Features.State;

/// <summary>What clients have to know of the journal's own state.</summary>
internal static class StateApi
{
    public const string Tag = "State";

    public static ApiOperation Read { get; } = new("ReadState", "How much is stored and signed, the segments, and the last errors.")
    {
        Tag = Tag,
        Answers = [ApiAnswer.Json<StateView>(200, "The state now.")],
    };
}
