using Analyzer.Engines.Pdf.Actions;
using Analyzer.Engines.Pdf.Lexing;

namespace Analyzer.Engines.Pdf.Objects;

/// <summary>Knows what follows when a dictionary or an array ends.</summary>
internal sealed class FrameEnds(
    IDocumentParts parts, ActionGraph actions, FrameStack frames, StreamDictionary stream,
    StringValues strings, ReferenceValues references, NameValues names)
{
    /// <summary>Ends the innermost one.</summary>
    /// <returns>What the object does, when the whole object has ended with it.</returns>
    public ActionKinds Close(in ObjectPlace place)
    {
        ref var frame = ref frames.Top;
        var kinds = ActionKinds.None;
        switch (frame.Role)
        {
            case FrameRole.Object:
                kinds = frame.Kinds;
                strings.SetOwn(frame.Argument);
                EndObject(ref frame);
                break;
            case FrameRole.Action:
                actions.Add(frame.Owner, frame.Kinds, place, strings.ArgumentOf(frame.Argument));
                break;
            case FrameRole.Destination:
                actions.Add(frame.Owner, ActionKinds.GoTo, place, []);
                break;
        }

        if (frame.IsDictionary && frame.EmbeddedFile > 0)
        {
            parts.EmbeddedFile(frame.EmbeddedFile, strings.FileName, place);
        }

        frames.Close();
        if (frames.Depth > 0)
        {
            frames.Top.EndValue(ref frame);
        }

        return kinds;
    }

    private void EndObject(ref Frame frame)
    {
        if (frame.Owner == 0)
        {
            return;
        }

        references.EndObject(ref frame);
        if (!frame.IsDictionary)
        {
            names.EndArray(frame.Values);
        }
        else if (stream.OwnParameters is { } parameters)
        {
            parts.FilterParameters(frame.Owner, parameters);
        }
    }
}
